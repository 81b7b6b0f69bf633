package dev.weft.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverCase;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#files")
@Timeout(60)
class FileLinesTest {

  @Parameter DriverCase driver;

  @TempDir private Path folder;
  private Weft weft;

  @BeforeEach
  void open() throws Exception {
    weft = driver.openRuntime();
  }

  @AfterEach
  void close() {
    weft.close();
  }

  @Test
  void lines_ofAFile_comeInOrderAndTheFileIsClosed() throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "one\ntwo\r\n\nlast");
    int base = Descriptors.count();
    assertThat(weft.blockOn(AsyncFiles.lines(file).toList(10)))
        .containsExactly("one", "two", "", "last");
    Descriptors.assertBackAt(base);
  }

  @Test
  void line_thatIsTooLongOrNotUtf8_namesTheFileAndClosesIt() throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "ok\ntoo long\n");
    int base = Descriptors.count();
    FileLines lines = AsyncFiles.lines(file, 5);
    assertThat(weft.blockOn(lines.next())).isEqualTo("ok");
    assertThatThrownBy(() -> weft.blockOn(lines.next()))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(file + ": A line is longer than the limit of 5 bytes.");
    assertThat(weft.blockOn(lines.next())).as("after the failure").isNull();
    Files.write(file, new byte[] {(byte) 0xFF, '\n'});
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.lines(file).next()))
        .hasMessageStartingWith(file + ": The byte 0xFF at offset 0");
    Descriptors.assertBackAt(base);
  }

  @Test
  void lines_leftBeforeTheirEnd_areReleasedByClose() throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "a\nb\n");
    int base = Descriptors.count();
    FileLines lines = AsyncFiles.lines(file);
    assertThat(weft.blockOn(lines.next())).isEqualTo("a");
    lines.close();
    Descriptors.assertBackAt(base);
    assertThat(weft.blockOn(lines.next())).isNull();
    AsyncFiles.lines(file).close();
  }

  @Test
  void lines_ofNoFile_failWithItsPath() {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.lines(none).next()))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(none + ": No such file or directory");
    assertThatThrownBy(() -> AsyncFiles.lines(none, 0))
        .hasMessageStartingWith("maxLineBytes is 0; accepted is 1 to ");
  }
}
