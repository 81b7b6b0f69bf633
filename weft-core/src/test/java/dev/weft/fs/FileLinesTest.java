package dev.weft.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.codegen.RawFuture;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.TestTask;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** Is pending, and opens the file though it was asked to give up. */
  private record OpensAllTheSame(AsyncFile file, AtomicInteger cancels)
      implements Future<AsyncFile> {

    @Override
    public Poll<AsyncFile> poll(Context cx) {
      return cancels.get() == 0 ? Poll.pending() : Poll.ready(file);
    }

    @Override
    public boolean cancel() {
      cancels.incrementAndGet();
      return false;
    }
  }

  @Test
  void next_cancelledWhileTheFileIsOpenedAllTheSame_beginsNoRead() throws Exception {
    Path path = Files.writeString(folder.resolve("f"), "one\ntwo\n");
    int base = Descriptors.count();
    AsyncFile file = weft.blockOn(AsyncFile.open(path));
    var opening = new OpensAllTheSame(file, new AtomicInteger());
    var lines = new FileLines(path, 100, () -> opening);
    var task = new TestTask();
    assertThat(lines.pollNext(task)).isSameAs(RawFuture.PENDING);
    assertThat(lines.cancelNext()).isFalse();
    assertThat(lines.pollNext(task)).isSameAs(RawFuture.PENDING);
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(lines.cancelNext()).isTrue();
    assertThat(weft.blockOn(lines.toList(10))).containsExactly("one", "two");
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
