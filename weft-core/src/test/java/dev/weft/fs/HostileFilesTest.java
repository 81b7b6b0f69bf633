package dev.weft.fs;

import static dev.weft.Async.timeout;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.Io;
import dev.weft.testkit.DriverCase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers, files and options as careless programs use them. */
@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#files")
@Timeout(60)
@EnabledOnOs({OS.LINUX, OS.MAC})
class HostileFilesTest {

  private static final int LARGE_BYTES = (8 << 20) + 1;

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

  private <T> T run(Future<T> future) throws Exception {
    return weft.blockOn(weft.spawn(future));
  }

  private Path makePipe() throws IOException, InterruptedException {
    return makePipe("pipe");
  }

  private Path makePipe(String name) throws IOException, InterruptedException {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  @Test
  void readIntoAReadOnlyBuffer_isRefusedAndTheFileCanBeClosed() throws Exception {
    AsyncFile file = run(AsyncFile.open(path));
    ByteBuffer readOnly = ByteBuffer.allocate(4).asReadOnlyBuffer();
    assertThatThrownBy(() -> file.readAt(readOnly, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("target is read-only; accepted is a buffer that can be written to.");
    assertThatThrownBy(() -> run(file.read(readOnly))).isInstanceOf(IllegalArgumentException.class);
    ByteBuffer target = ByteBuffer.allocate(10);
    run(Io.readExactly(file, target));
    assertThat(target.array()).as("nothing was lost").isEqualTo("0123456789".getBytes(UTF_8));
    run(file.closeAsync());
  }

  @Test
  void bufferThatCantTakeWhatWasRead_failsThatReadAlone() throws Exception {
    Path pipe = makePipe();
    JoinHandle<OpenFile> opening = weft.spawn(openRaw(pipe));
    try (OutputStream out = Files.newOutputStream(pipe, WRITE)) {
      OpenFile file = weft.blockOn(opening);
      ByteBuffer unfit = ByteBuffer.allocate(100).asReadOnlyBuffer();
      JoinHandle<Integer> reading = weft.spawn(file.read("read", unfit, OpenFile.COMMON));
      out.write(new byte[50]);
      assertThatThrownBy(() -> weft.blockOn(reading)).isInstanceOf(RuntimeException.class);
      run(file.release());
      assertThat(run(AsyncFiles.readString(path))).as("files go on").isEqualTo("0123456789");
    }
    OpenFile regular = run(openRaw(path));
    ByteBuffer unfit = ByteBuffer.allocate(100).asReadOnlyBuffer();
    assertThatThrownBy(() -> run(regular.read("read", unfit, 0)))
        .isInstanceOf(RuntimeException.class);
    run(regular.release());
  }

  /** A file without what stands before it to look at what is asked for. */
  private static Future<OpenFile> openRaw(Path path) {
    var opening = new AtomicReference<RingOpen>();
    return cx -> {
      if (opening.get() == null) {
        opening.set(new RingOpen(path, Set.of(READ), FilePool.of(cx)));
      }
      return opening.get().poll(cx);
    };
  }

  @Test
  void largeFileCopiedToItself_isLeftAloneAsASmallOneIs() throws Exception {
    Path large = Files.write(folder.resolve("large"), new byte[LARGE_BYTES]);
    Path link = Files.createSymbolicLink(folder.resolve("link"), large);
    run(AsyncFiles.copy(large, large));
    assertThat(large).hasSize(LARGE_BYTES);
    assertThatThrownBy(() -> run(AsyncFiles.copy(large, link)))
        .isInstanceOf(FileAlreadyExistsException.class);
    run(AsyncFiles.copy(large, link, StandardCopyOption.REPLACE_EXISTING));
    assertThat(link).as("a copy, not a link any more").isRegularFile().hasSize(LARGE_BYTES);
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(large).hasSize(LARGE_BYTES);
  }

  @Test
  void copyOfALargeFile_refusesOptionsAsThatOfASmallOne() throws Exception {
    Path large = Files.write(folder.resolve("large"), new byte[LARGE_BYTES]);
    for (Path source : new Path[] {path, large}) {
      Path target = folder.resolve("target");
      assertThatThrownBy(() -> run(AsyncFiles.copy(source, target, StandardCopyOption.ATOMIC_MOVE)))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThat(target).doesNotExist();
    }
  }

  @Test
  void appendWithTruncate_isRefusedBeforeAnythingIsCut() {
    assertThatThrownBy(
            () -> AsyncFiles.write(path, ByteBuffer.allocate(1), APPEND, TRUNCATE_EXISTING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("APPEND was given with TRUNCATE_EXISTING; accepted is one of them.");
    assertThat(path).content().isEqualTo("0123456789");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fileWithoutEnd_isReadUpToTheLimitAndNotMuchFurther() {
    int limit = 1 << 20;
    assertThatThrownBy(() -> run(AsyncFiles.readAll(Path.of("/dev/zero"), limit)))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("/dev/zero: has more bytes than the limit of " + limit);
  }

  @Test
  void operationOnAPipeWithoutAnotherEnd_isCancelledWithoutWaitingForOne() throws Exception {
    Path unwritten = makePipe("unwritten");
    Path unread = makePipe("unread");
    Duration soon = Duration.ofMillis(1);
    assertThatThrownBy(() -> run(timeout(soon, AsyncFile.open(unwritten))))
        .isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> run(timeout(soon, AsyncFiles.readAll(unwritten))))
        .isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> run(timeout(soon, AsyncFile.open(unread, WRITE))))
        .isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> run(timeout(soon, AsyncFiles.write(unread, new byte[1]))))
        .isInstanceOf(TimeoutException.class);
    endWaits(unwritten);
    endWaits(unread);
  }

  @Test
  void runtime_closedWithAnOpenThatWaitsForAnotherEnd_doesNotWaitForIt() throws Exception {
    Path pipe = makePipe();
    try (Weft patient = Weft.builder().workers(1).grace(Duration.ofHours(1)).build()) {
      assertThatThrownBy(
              () -> patient.blockOn(timeout(Duration.ofMillis(50), AsyncFile.open(pipe, WRITE))))
          .isInstanceOf(TimeoutException.class);
      JoinHandle<AsyncFile> _ = patient.spawn(AsyncFile.open(pipe, WRITE));
    }
    endWaits(pipe);
  }

  @Test
  void readOfAPipeWhoseWriterIsSilent_isCancelledAtOnce() throws Exception {
    Path pipe = makePipe();
    try (FileChannel silent = FileChannel.open(pipe, READ, WRITE)) {
      assertThatThrownBy(() -> run(timeout(Duration.ofMillis(1), AsyncFiles.readAll(pipe))))
          .isInstanceOf(TimeoutException.class);
      byte[] more = new byte[1 << 20]; // than the pipe holds, and nobody reads
      assertThatThrownBy(() -> run(timeout(Duration.ofMillis(1), AsyncFiles.write(pipe, more))))
          .isInstanceOf(TimeoutException.class);
      assertThat(silent.isOpen()).isTrue();
    }
    endWaits(pipe);
  }

  /** Threads that still wait for another end get one. */
  private static void endWaits(Path pipe) throws IOException {
    FileChannel.open(pipe, READ, WRITE).close();
  }

  @Test
  void writeToAPipe_leavesWhatWasReadAhead() throws Exception {
    AsyncFile both = run(AsyncFile.open(makePipe(), READ, WRITE));
    run(both.writeAll(ByteBuffer.wrap("abcdef".getBytes(UTF_8))));
    run(both.flush());
    ByteBuffer target = ByteBuffer.allocate(2);
    run(Io.readExactly(both, target));
    run(both.writeAll(ByteBuffer.wrap("xyz".getBytes(UTF_8))));
    run(both.flush());
    ByteBuffer rest = ByteBuffer.allocate(7);
    run(Io.readExactly(both, rest));
    assertThat(new String(target.array(), UTF_8) + new String(rest.array(), UTF_8))
        .isEqualTo("abcdefxyz");
    run(both.closeAsync());
  }

  @Test
  void linesWhoseOpenWasCancelled_beginAtTheNextCall() throws Exception {
    Path pipe = makePipe();
    FileLines lines = AsyncFiles.lines(pipe);
    assertThatThrownBy(() -> run(timeout(Duration.ofMillis(1), lines.next())))
        .isInstanceOf(TimeoutException.class);
    try (FileChannel both = FileChannel.open(pipe, READ, WRITE)) {
      both.write(ByteBuffer.wrap("one\ntwo\n".getBytes(UTF_8)));
      assertThat(run(lines.next())).isEqualTo("one");
      assertThat(run(lines.next())).isEqualTo("two");
    }
    assertThat(run(lines.next())).isNull();
  }

  @Test
  void seekThatTheSystemRefuses_namesTheFile() throws Exception {
    AsyncFile file = run(AsyncFile.open(path));
    assertThatThrownBy(() -> run(file.seek(Long.MAX_VALUE)))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(path.toString());
    run(file.closeAsync());
  }
}
