package dev.weft.internal.reactor.linux;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.fs.AsyncFile;
import dev.weft.fs.AsyncFiles;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.PartHost;
import dev.weft.spi.RuntimeThread;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@EnabledIf("dev.weft.testkit.Drivers#haveRings")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RingFilesTest {

  private static final int PROBE = 8;

  @TempDir private Path folder;
  private RingPoller poller;
  private LinuxProvider provider;
  private LinuxDriver driver;
  private TestTask task;
  private int base;

  @BeforeEach
  void open() throws IOException {
    open(new ColdKernel(Kernels.real())); // so that all goes through the ring
    assertThat(ring()).isTrue();
    base = Descriptors.baseline();
  }

  private void open(Kernel kernel) {
    provider =
        new LinuxProvider(
            kernel,
            Weft.Driver.IO_URING,
            "test",
            () -> {
              poller = RingPoller.open(kernel, false, 64, 256, 8);
              return poller;
            });
    driver = (LinuxDriver) provider.open();
    var services = new TestServices(new ManualClock()).driver(driver).sockets(provider);
    task = new TestTask(services.host(new NoHost()));
  }

  private boolean ring() {
    return Objects.requireNonNull(driver.files()).takesRequests();
  }

  @AfterEach
  void close() {
    driver.close();
    assertThat(poller.fileBuffersTaken()).as("buffers for files").isZero();
  }

  /** Nothing here may need a thread. */
  private static final class NoHost implements PartHost {
    @Override
    public int workers() {
      return 1;
    }

    @Override
    public boolean execute(Runnable job) {
      throw new AssertionError("A job was given to the blocking pool.");
    }

    @Override
    public RuntimeThread newThread(String name, Runnable body) {
      throw new AssertionError("No thread was expected: " + name);
    }
  }

  private <T> T end(Future<T> future) throws Exception {
    while (true) {
      if (task.poll(future) instanceof Poll.Ready<T>(T value)) {
        return value;
      }
      driver.turn(Long.MAX_VALUE);
    }
  }

  private Path makePipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  @Test
  void wholeFile_andAFileAtPositions_needNoThreadOfOurs() throws Exception {
    Path path = folder.resolve("file");
    end(AsyncFiles.writeString(path, "0123456789"));
    assertThat(end(AsyncFiles.readString(path))).isEqualTo("0123456789");
    AsyncFile file = end(AsyncFile.open(path));
    ByteBuffer target = ByteBuffer.allocateDirect(4);
    assertThat(end(file.readAt(target, 3))).isEqualTo(4);
    assertThat(target.flip()).isEqualTo(ByteBuffer.wrap("3456".getBytes(US_ASCII)));
    assertThat(end(file.size())).isEqualTo(10);
    end(file.sync(AsyncFile.Sync.ALL));
    end(file.closeAsync());
    assertThat(driver.sources()).isZero();
    Descriptors.assertBackAt(base);
  }

  @Test
  void open_ofAPipeWithoutAnotherEnd_isCancelledAndLeavesNoDescriptor() throws Exception {
    Future<AsyncFile> opening = AsyncFile.open(makePipe());
    base = Descriptors.baseline();
    task.pending(opening);
    driver.turn(0);
    assertThat(poller.fileBuffersTaken()).as("the path is the kernel's").isEqualTo(1);
    assertThat(opening.cancel()).isFalse();
    assertThatThrownBy(() -> end(opening)).isInstanceOf(Cancellation.class);
    Descriptors.assertBackAt(base);
  }

  @Test
  void open_thatHadSucceededWhenItWasCancelled_isClosed() throws Exception {
    Future<AsyncFile> opening = AsyncFile.open(Files.writeString(folder.resolve("f"), "text"));
    task.pending(opening);
    driver.turn(0);
    Eventually.until("the kernel has opened it", () -> Descriptors.count() > base);
    assertThat(opening.cancel()).isFalse();
    assertThatThrownBy(() -> end(opening)).isInstanceOf(Cancellation.class);
    Descriptors.assertBackAt(base);
  }

  @Test
  void open_thatIsCancelledBeforeATurn_neverBegins() throws Exception {
    Path path = folder.resolve("new");
    Future<Void> writing = AsyncFiles.writeString(path, "text");
    task.pending(writing);
    assertThat(writing.cancel()).isTrue();
    driver.turn(0);
    assertThat(path).doesNotExist();
    assertThat(driver.sources()).isZero();
  }

  @Test
  void read_thatIsCancelled_keepsItsBufferUntilTheKernelHasLetGo() throws Exception {
    Path pipe = makePipe();
    try (var ends = new RandomAccessFile(pipe.toFile(), "rw")) {
      AsyncFile file = end(AsyncFile.open(pipe));
      Future<Integer> reading = file.readAt(ByteBuffer.allocate(10), 0);
      task.pending(reading);
      driver.turn(0);
      assertThat(reading.cancel()).isFalse();
      assertThat(poller.fileBuffersTaken()).isEqualTo(1);
      assertThatThrownBy(() -> end(reading)).isInstanceOf(Cancellation.class);
      assertThat(poller.fileBuffersTaken()).isZero();
      ends.write('x');
      ByteBuffer target = ByteBuffer.allocate(10);
      assertThat(end(file.readAt(target, 0))).as("nothing was lost").isEqualTo(1);
      end(file.closeAsync());
    }
  }

  @Test
  void close_ofTheDriver_endsWhatIsUnderWay() throws Exception {
    Path pipe = makePipe();
    try (var ends = new RandomAccessFile(pipe.toFile(), "rw")) {
      AsyncFile file = end(AsyncFile.open(pipe));
      Future<Integer> reading = file.readAt(ByteBuffer.allocate(10), 0);
      task.pending(reading);
      driver.turn(0);
      driver.close();
      assertThat(poller.fileBuffersTaken()).isZero();
      assertThatThrownBy(() -> task.poll(reading)).isInstanceOf(RuntimeClosedException.class);
      assertThat(ends.getFD().valid()).isTrue();
    }
  }

  @Test
  void close_byAnotherThread_endsWhatIsUnderWayBeforeItReturns() throws Exception {
    Path pipe = makePipe();
    try (var ends = new RandomAccessFile(pipe.toFile(), "rw")) {
      AsyncFile file = end(AsyncFile.open(pipe));
      Future<Integer> reading = file.readAt(ByteBuffer.allocate(10), 0);
      task.pending(reading);
      Thread closer = new Thread(driver::close, "closer");
      driver.turn(0);
      assertThat(poller.fileBuffersTaken()).as("the kernel's").isEqualTo(1);
      closer.start();
      closer.join();
      assertThat(poller.fileBuffersTaken()).isZero();
      assertThatThrownBy(() -> task.poll(reading))
          .isInstanceOf(RuntimeClosedException.class)
          .hasMessageContaining("the runtime is closed");
      assertThatThrownBy(() -> task.poll(file.readAt(ByteBuffer.allocate(1), 0)))
          .isInstanceOf(IOException.class);
      assertThat(ends.getFD().valid()).isTrue();
    }
  }

  @Test
  void close_whileAnotherThreadTurns_waitsForTheTurn() throws Exception {
    Path pipe = makePipe();
    try (var ends = new RandomAccessFile(pipe.toFile(), "rw")) {
      AsyncFile file = end(AsyncFile.open(pipe));
      Future<Integer> reading = file.readAt(ByteBuffer.allocate(10), 0);
      task.pending(reading);
      Thread closer =
          new Thread(
              () -> {
                Eventually.until("the turn waits", driver::isWaiting);
                driver.close();
              },
              "closer");
      closer.start();
      driver.turn(Long.MAX_VALUE);
      closer.join();
      assertThatThrownBy(() -> task.poll(reading)).isInstanceOf(RuntimeClosedException.class);
      assertThat(poller.fileBuffersTaken()).isZero();
      assertThat(ends.getFD().valid()).isTrue();
    }
  }

  @Test
  void kernel_withoutTheOperations_leavesFilesToThreadsAndTheReasonSaysSo() {
    driver.close();
    open(
        new ForwardingKernel(Kernels.real()) {
          @Override
          public int ringRegister(int ring, int operation, long address, int count) {
            return operation == PROBE
                ? -Errno.EACCES
                : super.ringRegister(ring, operation, address, count);
          }
        });
    assertThat(ring()).isFalse();
    assertThat(provider.reason())
        .isEqualTo(
            "test; files stay on threads, as io_uring_register of a probe: Permission denied");
  }
}
