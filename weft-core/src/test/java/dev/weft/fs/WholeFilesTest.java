package dev.weft.fs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverCase;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
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
class WholeFilesTest {

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
  void readAll_smallAndLarge_givesTheBytes() throws Exception {
    for (int size : new int[] {0, 1, 4096, 3_000_000}) {
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      Path file = Files.write(folder.resolve("f" + size), bytes);
      assertThat(weft.blockOn(AsyncFiles.readAll(file))).isEqualTo(bytes);
    }
  }

  @Test
  void readAll_fileThatClaimsToBeEmpty_isReadToItsEnd() throws Exception {
    Path claims = Path.of("/proc/self/maps"); // larger than the first guess
    if (Files.exists(claims)) {
      assertThat(Files.size(claims)).isZero();
      assertThat(weft.blockOn(AsyncFiles.readAll(claims)).length).isGreaterThan(10_000);
      assertThatThrownBy(() -> weft.blockOn(AsyncFiles.readAll(claims, 10_000)))
          .hasMessage(claims + ": has more bytes than the limit of 10000");
    }
  }

  @Test
  void readAll_largerThanTheLimit_saysBothAndOneThatFitsIsRead() throws Exception {
    Path file = Files.write(folder.resolve("big"), new byte[11]);
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.readAll(file, 10)))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(file + ": has 11 bytes, which is more than the limit of 10");
    assertThat(weft.blockOn(AsyncFiles.readAll(file, 11))).hasSize(11);
    assertThatThrownBy(() -> AsyncFiles.readAll(file, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxBytes is -1; accepted is 0 or more.");
  }

  @Test
  void readString_whatIsNotOfTheCharset_isAFailureThatSaysWhere() throws Exception {
    Path file = Files.write(folder.resolve("text"), "Öl".getBytes(UTF_8));
    assertThat(weft.blockOn(AsyncFiles.readString(file))).isEqualTo("Öl");
    assertThat(weft.blockOn(AsyncFiles.readString(file, ISO_8859_1, 9))).isEqualTo("Ã\u0096l");
    Files.write(file, new byte[] {'a', 'b', (byte) 0xFF});
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.readString(file)))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(file + ": the bytes at offset 2 aren't UTF-8");
    Files.writeString(file, "real \uFFFD");
    assertThat(weft.blockOn(AsyncFiles.readString(file))).isEqualTo("real \uFFFD");
  }

  @Test
  void write_thenAppend_replacesThenAdds() throws Exception {
    Path file = folder.resolve("log");
    weft.blockOn(AsyncFiles.write(file, "much longer".getBytes(UTF_8)));
    weft.blockOn(AsyncFiles.writeString(file, "one\n"));
    weft.blockOn(AsyncFiles.append(file, "two\n".getBytes(UTF_8)));
    weft.blockOn(AsyncFiles.appendString(file, "three\n"));
    assertThat(file).content().isEqualTo("one\ntwo\nthree\n");
  }

  @Test
  void write_withCreateNew_failsIfThereIsOne() throws Exception {
    Path file = Files.writeString(folder.resolve("there"), "old");
    ByteBuffer bytes = ByteBuffer.wrap(new byte[3]);
    assertThatThrownBy(
            () -> weft.blockOn(AsyncFiles.write(file, bytes, StandardOpenOption.CREATE_NEW)))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(file + ": File exists");
    assertThat(file).content().isEqualTo("old");
    assertThat(bytes.position()).isZero();
  }

  @Test
  void writeString_whatTheCharsetCannotExpress_isAFailureAndNothingIsWritten() {
    Path file = folder.resolve("ascii");
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.writeString(file, "Öl", US_ASCII)))
        .hasMessage(file + ": the text can't be expressed in US-ASCII");
    assertThat(file).doesNotExist();
  }

  @Test
  void write_toAFullDisk_namesThePathAndTheReason() throws Exception {
    Path full = Path.of("/dev/full");
    if (Files.exists(full)) {
      ByteBuffer bytes = ByteBuffer.wrap(new byte[10]);
      assertThatThrownBy(
              () -> weft.blockOn(AsyncFiles.write(full, bytes, StandardOpenOption.WRITE)))
          .isInstanceOf(FileSystemException.class)
          .hasMessage("/dev/full: No space left on device");
    }
  }

  @Test
  void missingFileTooLongNameAndDirectory_areNamed() {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.readAll(none)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(none + ": No such file or directory");
    Path tooLong = folder.resolve("x".repeat(300));
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.write(tooLong, new byte[1])))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(tooLong.toString() + ": ");
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.readAll(folder)))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(folder.toString() + ": ");
  }

  @Test
  void manyReads_atOnce_leaveNoDescriptorBehind() throws Exception {
    Path file = Files.write(folder.resolve("f"), new byte[100]);
    weft.blockOn(AsyncFiles.readAll(file)); // loads what holds descriptors of its own
    int base = Descriptors.count();
    for (int i = 0; i < 300; i++) {
      weft.spawn(AsyncFiles.readAll(file)).abort();
      weft.spawn(AsyncFiles.readAll(file.resolveSibling("none"))).abort();
    }
    weft.close();
    Descriptors.assertBackAt(base);
  }
}
