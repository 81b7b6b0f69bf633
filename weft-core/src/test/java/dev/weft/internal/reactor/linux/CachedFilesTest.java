package dev.weft.internal.reactor.linux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.fs.AsyncFile;
import dev.weft.fs.AsyncFiles;
import dev.weft.spi.FileDriver;
import dev.weft.spi.PartHost;
import dev.weft.spi.RuntimeOptions;
import dev.weft.spi.RuntimeThread;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that are in the system's cache, on a driver without a ring. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class CachedFilesTest {

  @TempDir private Path folder;
  private final Deque<Runnable> jobs = new ArrayDeque<>();
  private LinuxProvider provider = LinuxProvider.epoll(Kernels.real(), "test");
  private LinuxDriver driver = (LinuxDriver) provider.open();
  private TestTask task = task();

  private TestTask task() {
    var services = new TestServices(new ManualClock()).driver(driver).sockets(provider);
    return new TestTask(services.host(new Jobs()));
  }

  private void open(Kernel kernel) {
    provider = LinuxProvider.epoll(kernel, "test");
    driver = (LinuxDriver) provider.open();
    task = task();
    provider.prepareFiles();
  }

  @AfterEach
  void close() {
    driver.close();
  }

  /** Keeps what would go to the blocking pool. */
  private final class Jobs implements PartHost {
    @Override
    public int workers() {
      return 1;
    }

    @Override
    public boolean execute(Runnable job) {
      jobs.add(job);
      return true;
    }

    @Override
    public RuntimeThread newThread(String name, Runnable body) {
      throw new AssertionError("No thread was expected: " + name);
    }
  }

  private <T> T ready(Future<T> future) throws Exception {
    if (task.poll(future) instanceof Poll.Ready<T>(T value)) {
      assertThat(jobs).as("jobs of the pool").isEmpty();
      return value;
    }
    throw new AssertionError(future + " isn't ready at once.");
  }

  private Path makePipe() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  @Test
  void wholeFile_thatIsCached_isReadInOnePollWithoutAThread() throws Exception {
    open(Kernels.real());
    Path path = Files.writeString(folder.resolve("file"), "0123456789");
    int base = Descriptors.baseline();
    assertThat(ready(AsyncFiles.readString(path))).isEqualTo("0123456789");
    Descriptors.assertBackAt(base);
  }

  @Test
  void openFile_thatIsCached_isReadAndClosedWithoutAThread() throws Exception {
    open(Kernels.real());
    Path path = Files.writeString(folder.resolve("file"), "0123456789");
    int base = Descriptors.baseline();
    AsyncFile file = ready(AsyncFile.open(path));
    assertThat(ready(file.readAt(ByteBuffer.allocate(4), 3))).isEqualTo(4);
    assertThat(ready(file.readAt(ByteBuffer.allocateDirect(4), 10))).as("at its end").isNegative();
    task.ready(file.closeAsync());
    assertThat(jobs).isEmpty();
    Descriptors.assertBackAt(base);
  }

  @Test
  void size_ofAnOpenFile_isToldWithoutAThread() throws Exception {
    open(new OnDevice(8));
    Path path = Files.writeString(folder.resolve("file"), "0123456789");
    AsyncFile file = ready(AsyncFile.open(path));
    assertThat(ready(file.size())).isEqualTo(10);
    Files.writeString(path, "more", StandardOpenOption.APPEND);
    assertThat(ready(file.size())).isEqualTo(14);
    task.ready(file.closeAsync());
  }

  @Test
  void size_ofAFileThatAServerMayKeep_isAskedForOnAThread() throws Exception {
    open(new OnDevice(0));
    Path path = Files.writeString(folder.resolve("file"), "0123456789");
    AsyncFile file = ready(AsyncFile.open(path));
    Future<Long> asking = file.size();
    task.pending(asking);
    jobs.remove().run();
    assertThat(ready(asking)).isEqualTo(10);
    task.ready(file.closeAsync());
  }

  /** Says of all files that they are on a device with this major number. */
  private static final class OnDevice extends ForwardingKernel {

    private final int major;

    OnDevice(int major) {
      super(Kernels.real());
      this.major = major;
    }

    @Override
    public int fileStatus(int fd, long pathAddress, int flags, int mask, long statxAddress) {
      int answer = super.fileStatus(fd, pathAddress, flags, mask, statxAddress);
      MemorySegment.ofAddress(statxAddress)
          .reinterpret(FileCalls.STATX_BYTES)
          .set(ValueLayout.JAVA_INT, FileCalls.DEVICE_OFFSET, major);
      return answer;
    }
  }

  @Test
  void file_thatIsNotCached_goesOnOnAThreadWhereItWasLeft() throws Exception {
    open(
        new ForwardingKernel(Kernels.real()) {
          @Override
          public long readFile2(int fd, long vectorAddress, long position, int flags) {
            return -Errno.EAGAIN;
          }
        });
    Path path = Files.writeString(folder.resolve("file"), "text");
    int base = Descriptors.baseline();
    Future<String> reading = AsyncFiles.readString(path);
    task.pending(reading);
    jobs.remove().run();
    assertThat(ready(reading)).isEqualTo("text");
    Descriptors.assertBackAt(base);
  }

  @Test
  void readAll_thatIsCancelledAfterItsOpen_closesTheFile() throws Exception {
    open(
        new ForwardingKernel(Kernels.real()) {
          @Override
          public long readFile2(int fd, long vectorAddress, long position, int flags) {
            return -Errno.EAGAIN;
          }
        });
    Path path = Files.writeString(folder.resolve("file"), "text");
    int base = Descriptors.baseline();
    Future<String> reading = AsyncFiles.readString(path);
    task.pending(reading);
    assertThat(reading.cancel()).as("it holds a descriptor").isFalse();
    jobs.remove().run();
    assertThatThrownBy(() -> task.poll(reading)).isInstanceOf(Cancellation.class);
    Descriptors.assertBackAt(base);
  }

  @Test
  void readAll_ofAPipe_waitsForItsWriter() throws Exception {
    open(Kernels.real());
    Path pipe = makePipe();
    int base = Descriptors.baseline();
    Future<String> reading = AsyncFiles.readString(pipe);
    task.pending(reading);
    try (OutputStream out = Files.newOutputStream(pipe)) {
      out.write("from a writer that came later".getBytes(UTF_8));
    }
    jobs.remove().run();
    assertThat(ready(reading)).isEqualTo("from a writer that came later");
    Descriptors.assertBackAt(base);
  }

  @Test
  void readAll_ofAPipeWithoutAWriter_isCancelled() throws Exception {
    open(Kernels.real());
    Path pipe = makePipe();
    int base = Descriptors.baseline();
    Future<String> reading = AsyncFiles.readString(pipe);
    task.pending(reading);
    assertThat(reading.cancel()).isFalse();
    jobs.remove().run();
    assertThatThrownBy(() -> task.poll(reading)).isInstanceOf(Cancellation.class);
    Descriptors.assertBackAt(base);
  }

  @Test
  void open_ofAPipe_doesNotLetItsWriterGoOnBeforeItIsOpen() throws Exception {
    open(Kernels.real());
    Path pipe = makePipe();
    Future<AsyncFile> opening = AsyncFile.open(pipe);
    task.pending(opening);
    try (var ends = new RandomAccessFile(pipe.toFile(), "rw")) {
      jobs.remove().run();
      AsyncFile file = ready(opening);
      task.pending(file.closeAsync());
      assertThat(ends.getFD().valid()).isTrue();
    }
    jobs.remove().run();
  }

  @Test
  void file_thatNobodyCloses_isClosedOnceItIsGarbage() throws Exception {
    open(Kernels.real());
    Path path = Files.writeString(folder.resolve("file"), "text");
    int base = Descriptors.baseline();
    for (int i = 0; i < 8; i++) {
      ready(AsyncFile.open(path));
    }
    assertThat(Descriptors.count()).isGreaterThanOrEqualTo(base + 8);
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (Descriptors.count() > base) {
      assertThat(System.nanoTime()).as("open: " + Descriptors.count()).isLessThan(deadline);
      System.gc();
      task.ready(ready(AsyncFile.open(path)).closeAsync());
    }
  }

  @Test
  void file_thatIsOpenWhenItsRuntimeCloses_isClosedWithIt() throws Exception {
    open(Kernels.real());
    Path path = Files.writeString(folder.resolve("file"), "text");
    Weft weft = ((RuntimeOptions) Weft.builder().workers(1)).sockets(provider).build();
    weft.blockOn(AsyncFile.open(path));
    int base = Descriptors.baseline();
    AsyncFile file = weft.blockOn(AsyncFile.open(path));
    weft.close();
    Descriptors.assertBackAt(base - 1);
    assertThat(file.path()).isEqualTo(path);
  }

  @Test
  void nothingNative_isTouchedBeforeFilesArePrepared() {
    open(Kernels.real());
    provider = LinuxProvider.epoll(new Unlinked(), "test");
    driver = (LinuxDriver) provider.open();
    assertThat(driver.files()).isNull();
  }

  @Test
  void nativeAccess_thatIsRefused_leavesFilesToThreads() {
    open(new Unlinked());
    assertThat(driver.files()).isNull();
    assertThat(provider.reason())
        .isEqualTo("test; files stay on threads, as this JVM forbids native calls");
  }

  /** No call can be made. */
  private static final class Unlinked extends ForwardingKernel {
    Unlinked() {
      super(Kernels.real());
    }

    @Override
    public int openFile2(long pathAddress, long howAddress) {
      throw new IllegalCallerException("this JVM forbids native calls");
    }
  }

  @Test
  void call_thatAFilterRefuses_leavesFilesToThreads() {
    open(
        new ForwardingKernel(Kernels.real()) {
          @Override
          public int openFile2(long pathAddress, long howAddress) {
            return -Errno.ENOSYS;
          }
        });
    assertThat(driver.files()).isNull();
    assertThat(provider.reason()).endsWith("is refused: Function not implemented");
  }

  @Test
  void operations_beyondSome_haveFilesPreparedOnAThread() throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "text");
    FileDriver files = driver.files();
    assertThat(files).isNull();
    for (int i = 0; i < 64; i++) {
      task.pending(AsyncFiles.readAll(path));
    }
    while (!jobs.isEmpty()) {
      jobs.remove().run();
    }
    assertThat(driver.files()).isNotNull();
    assertThat(ready(AsyncFiles.readString(path))).isEqualTo("text");
  }

  @Test
  void failure_ofACall_isTheExceptionOfTheJdk() {
    open(Kernels.real());
    assertThat(FileCalls.failure(folder, Errno.EACCES)).isInstanceOf(AccessDeniedException.class);
  }
}
