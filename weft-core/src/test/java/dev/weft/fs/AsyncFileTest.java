package dev.weft.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.BufReader;
import dev.weft.io.Io;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.DriverCase;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
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
class AsyncFileTest {

  @Parameter DriverCase driver;

  @TempDir private Path folder;
  private Path path;
  private Weft weft;

  @BeforeEach
  void write() throws Exception {
    weft = driver.openRuntime();
    path = Files.writeString(folder.resolve("file"), "0123456789");
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private String read(AsyncFile file, int count) throws Exception {
    ByteBuffer target = ByteBuffer.allocate(count);
    weft.blockOn(Io.readExactly(file, target));
    return new String(target.array(), UTF_8);
  }

  @Test
  void read_inSequence_goesOnFromWhereItWas() throws Exception {
    AsyncFile file = weft.blockOn(AsyncFile.open(path));
    assertThat(read(file, 3)).isEqualTo("012");
    assertThat(weft.blockOn(file.position())).isEqualTo(3);
    assertThat(read(file, 7)).isEqualTo("3456789");
    assertThat(weft.blockOn(file.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
    Files.writeString(path, "more", APPEND);
    assertThat(read(file, 4)).as("a file may grow").isEqualTo("more");
    file.close();
  }

  @Test
  void write_afterAReadThatFetchedAhead_goesWhereTheReaderWas() throws Exception {
    AsyncFile file = weft.blockOn(AsyncFile.open(path, READ, WRITE));
    assertThat(read(file, 2)).isEqualTo("01");
    weft.blockOn(file.writeAll(bytes("xy")));
    assertThat(read(file, 2)).as("what comes after the write").isEqualTo("45");
    file.close();
    assertThat(path).content().isEqualTo("01xy456789");
  }

  @Test
  void seek_afterReadsAndWrites_movesBoth() throws Exception {
    AsyncFile file = weft.blockOn(AsyncFile.open(path, READ, WRITE));
    read(file, 1);
    weft.blockOn(file.seek(8));
    assertThat(read(file, 2)).isEqualTo("89");
    weft.blockOn(file.seek(0));
    weft.blockOn(file.writeAll(bytes("ab")));
    assertThat(weft.blockOn(file.position())).isEqualTo(2);
    weft.blockOn(file.seek(12));
    weft.blockOn(file.writeAll(bytes("z")));
    assertThat(weft.blockOn(file.size())).isEqualTo(13);
    file.close();
    assertThat(path).content().isEqualTo("ab23456789\0\0z");
    assertThatThrownBy(() -> file.seek(-1)).hasMessage("position is -1; accepted is 0 or more.");
  }

  @Test
  void manyPieces_writtenAndRead_areTheSame() throws Exception {
    byte[] data = new byte[5_000_000];
    new Random(1).nextBytes(data);
    AsyncFile file = weft.blockOn(AsyncFile.open(path, READ, WRITE, CREATE, TRUNCATE_EXISTING));
    assertThat(weft.blockOn(Io.copy(Io.fromBytes(data), file))).isEqualTo(data.length);
    weft.blockOn(file.seek(0));
    byte[] back = weft.blockOn(new BufReader(file).readToEnd(10_000_000));
    assertThat(back).isEqualTo(data);
    file.close();
    assertThat(Files.readAllBytes(path)).isEqualTo(data);
  }

  @Test
  void flush_afterAWrite_showsItToOthersAndCloseDoesSoToo() throws Exception {
    AsyncFile file = weft.blockOn(AsyncFile.open(folder.resolve("new"), CREATE_NEW, WRITE));
    weft.blockOn(file.writeAll(bytes("one")));
    weft.blockOn(file.flush());
    assertThat(file.path()).content().isEqualTo("one");
    weft.blockOn(file.writeAll(bytes("two")));
    weft.blockOn(file.sync(AsyncFile.Sync.DATA));
    assertThat(weft.blockOn(file.metadata()).size()).isEqualTo(6);
    weft.blockOn(file.writeAll(bytes("three")));
    file.close();
    file.close();
    assertThat(file.path()).content().isEqualTo("onetwothree");
  }

  @Test
  void append_whereverOthersWrite_goesToTheEnd() throws Exception {
    AsyncFile file = weft.blockOn(AsyncFile.open(path, APPEND));
    Files.writeString(path, "!", APPEND);
    weft.blockOn(file.writeAll(bytes("end")));
    assertThatThrownBy(() -> file.writeAt(bytes("x"), 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("APPEND");
    file.close();
    assertThat(path).content().isEqualTo("0123456789!end");
    assertThatThrownBy(() -> AsyncFile.open(path, APPEND, READ))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(path.toString());
  }

  @Test
  void truncate_belowWhatWasReadAhead_forgetsThat() throws Exception {
    AsyncFile file = weft.blockOn(AsyncFile.open(path, READ, WRITE));
    read(file, 1);
    weft.blockOn(file.truncate(4));
    assertThat(read(file, 3)).isEqualTo("123");
    assertThat(weft.blockOn(file.read(ByteBuffer.allocate(9)))).isEqualTo(AsyncRead.EOF);
    file.close();
  }

  @Test
  void readAtAndWriteAt_leaveTheCommonPosition() throws Exception {
    AsyncFile file = weft.blockOn(AsyncFile.open(path, READ, WRITE));
    ByteBuffer target = ByteBuffer.allocateDirect(3);
    assertThat(weft.blockOn(file.readAt(target, 5))).isEqualTo(3);
    assertThat(target.flip()).isEqualTo(bytes("567"));
    weft.blockOn(file.writeAt(bytes("ab"), 8));
    assertThat(read(file, 1)).isEqualTo("0");
    assertThat(weft.blockOn(file.readAt(ByteBuffer.allocate(1), 10))).isEqualTo(AsyncRead.EOF);
    file.close();
    assertThat(path).content().isEqualTo("01234567ab");
  }

  @Test
  void use_thatTheFileWasNotOpenedFor_isTheCallersFault() throws Exception {
    AsyncFile reading = weft.blockOn(AsyncFile.open(path));
    assertThatThrownBy(() -> weft.blockOn(reading.writeAll(bytes("x"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("write was called on " + path + ", which wasn't opened with WRITE or APPEND.");
    AsyncFile writing = weft.blockOn(AsyncFile.open(path, WRITE));
    assertThatThrownBy(() -> weft.blockOn(writing.read(ByteBuffer.allocate(1))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString());
    assertThatThrownBy(() -> weft.blockOn(AsyncFile.open(path, WRITE, CREATE_NEW)))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void use_afterClose_saysThatItIsClosed() throws Exception {
    AsyncFile file = weft.blockOn(AsyncFile.open(path, READ, WRITE));
    file.close();
    assertThatThrownBy(() -> weft.blockOn(file.read(ByteBuffer.allocate(1))))
        .isInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    assertThatThrownBy(() -> weft.blockOn(file.readAt(ByteBuffer.allocate(1), 0)))
        .isInstanceOf(FileClosedException.class);
    assertThatThrownBy(() -> weft.blockOn(file.size())).isInstanceOf(FileClosedException.class);
  }

  @Test
  void close_whoseFlushFindsTheDiskFull_failsAndReleasesTheFile() throws Exception {
    Path full = Path.of("/dev/full");
    if (Files.exists(full)) {
      int base = Descriptors.count();
      AsyncFile file = weft.blockOn(AsyncFile.open(full, WRITE));
      weft.blockOn(file.writeAll(bytes("x")));
      assertThatThrownBy(file::close)
          .isInstanceOf(FileSystemException.class)
          .hasMessage("/dev/full: No space left on device");
      Descriptors.assertBackAt(base);
    }
  }

  @Test
  void write_thatFails_isReportedToOneLaterCall() throws Exception {
    Path full = Path.of("/dev/full");
    if (Files.exists(full)) {
      AsyncFile file = weft.blockOn(AsyncFile.open(full, WRITE));
      weft.blockOn(file.writeAll(bytes("x")));
      assertThatThrownBy(() -> weft.blockOn(file.flush()))
          .hasMessage("/dev/full: No space left on device");
      weft.blockOn(file.flush());
      file.close();
    }
  }
}
