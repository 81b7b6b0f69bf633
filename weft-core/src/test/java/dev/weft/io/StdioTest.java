package dev.weft.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.testkit.Eventually;
import dev.weft.testkit.TestTask;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StdioTest {

  private final AtomicInteger threads = new AtomicInteger();
  private final TestTask task = new TestTask();
  private Thread last;
  private final Function<Runnable, Thread> factory =
      body -> {
        threads.incrementAndGet();
        last = new Thread(body);
        last.setDaemon(true);
        return last;
      };

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }

  private static String text(ByteBuffer read) {
    return US_ASCII.decode(read.flip()).toString();
  }

  /** A stream that counts the reads that were begun. */
  private static final class Counting extends InputStream {

    private final PipedInputStream pipe = new PipedInputStream();
    private final PipedOutputStream feed;
    private final AtomicInteger reads = new AtomicInteger();

    Counting() throws IOException {
      feed = new PipedOutputStream(pipe);
    }

    void feed(String text) throws IOException {
      feed.write(text.getBytes(US_ASCII));
      feed.flush();
    }

    @Override
    public int read() {
      throw new AssertionError("not one by one");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      reads.incrementAndGet();
      return pipe.read(target, offset, length);
    }
  }

  @Test
  void input_isReadOnDemandOnly() throws Exception {
    var source = new Counting();
    var stdin = new ThreadedRead(source, factory, "stdin");
    source.feed("first");
    assertThat(threads).hasValue(0);
    ByteBuffer buffer = ByteBuffer.allocate(10);
    var read = stdin.read(buffer);
    task.pending(read);
    task.awaitWakes(1);
    assertThat(task.ready(read)).isEqualTo(5);
    source.feed("second");
    Eventually.until("the thread waits", () -> last.getState() == Thread.State.WAITING);
    assertThat(source.reads).hasValue(1);
    assertThat(threads).hasValue(1);
  }

  @Test
  void input_forAReadThatWasCancelled_isGivenToTheNext() throws Exception {
    var source = new Counting();
    var stdin = new ThreadedRead(source, factory, "stdin");
    ByteBuffer lost = ByteBuffer.allocate(10);
    var read = stdin.read(lost);
    task.pending(read);
    assertThat(read.cancel()).isTrue();
    Eventually.until("a read is under way", () -> source.reads.get() == 1);
    source.feed("kept");
    Eventually.until("it has arrived", () -> last.getState() == Thread.State.WAITING);
    assertThat(task.wakes()).isZero();
    assertThat(lost.position()).isZero();
    ByteBuffer small = ByteBuffer.allocate(3);
    assertThat(task.ready(stdin.read(small))).isEqualTo(3);
    assertThat(text(small)).isEqualTo("kep");
    assertThat(task.ready(stdin.read(small.clear()))).isEqualTo(1);
    assertThat(source.reads).hasValue(1);
  }

  @Test
  void input_atItsEnd_endsTheThread() throws Exception {
    var source = new Counting();
    var stdin = new ThreadedRead(source, factory, "stdin");
    var read = stdin.read(ByteBuffer.allocate(1));
    task.pending(read);
    source.feed.close();
    task.awaitWakes(1);
    assertThat(task.ready(read)).isEqualTo(AsyncRead.EOF);
    last.join();
    assertThat(task.ready(stdin.read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
    assertThat(task.ready(stdin.read(ByteBuffer.allocate(0)))).isZero();
  }

  @Test
  void input_thatIsBroken_saysWhich() throws Exception {
    var broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("no device");
          }
        };
    var stdin = new ThreadedRead(broken, factory, "stdin");
    var read = stdin.read(ByteBuffer.allocate(1));
    task.pending(read);
    task.awaitWakes(1);
    assertThatThrownBy(() -> task.poll(read))
        .isInstanceOf(IOException.class)
        .hasMessage("stdin can't be read: no device");
  }

  @Test
  void output_flushed_hasArrivedInOrder() throws Exception {
    var target = new ByteArrayOutputStream();
    var stdout = new ThreadedWrite(target, factory, "stdout");
    for (int i = 0; i < 5; i++) {
      task.ready(stdout.writeAll(bytes("line " + i + "\n")));
    }
    flush(stdout);
    assertThat(target.toString(US_ASCII)).isEqualTo("line 0\nline 1\nline 2\nline 3\nline 4\n");
    assertThat(threads).hasValue(1);
    task.ready(stdout.flush());
    task.ready(stdout.shutdown());
    task.ready(stdout.writeAll(bytes("more")));
    flush(stdout);
    assertThat(target.toString(US_ASCII)).endsWith("more");
  }

  private void flush(AsyncWrite stdout) throws Exception {
    var flush = stdout.flush();
    int seen = task.wakes();
    while (!task.poll(flush).isReady()) {
      task.awaitWakes(++seen);
    }
  }

  @Test
  void output_thatBlocks_takesABufferAndThenHasTheWriterWait() throws Exception {
    var open = new CountDownLatch(1);
    var target = new ByteArrayOutputStream();
    var slow =
        new OutputStream() {
          @Override
          public void write(int single) {
            throw new AssertionError("not one by one");
          }

          @Override
          public void write(byte[] source, int offset, int length) {
            try {
              open.await();
            } catch (InterruptedException unexpected) {
              throw new AssertionError(unexpected);
            }
            target.write(source, offset, length);
          }
        };
    var stdout = new ThreadedWrite(slow, factory, "stdout");
    ByteBuffer much = ByteBuffer.allocate(1_000_000);
    var write = stdout.writeAll(much);
    task.pending(write);
    Eventually.until("it writes", () -> last.getState() == Thread.State.WAITING);
    task.poll(write);
    task.pending(write);
    assertThat(much.position()).isLessThanOrEqualTo(2 * 64 * 1024);
    open.countDown();
    int seen = 0;
    while (!task.poll(write).isReady()) {
      task.awaitWakes(++seen);
    }
    flush(stdout);
    assertThat(target.size()).isEqualTo(1_000_000);
  }

  @Test
  void output_thatIsBroken_saysWhichAlsoBehindAPrintStream() throws Exception {
    var broken =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int single) throws IOException {
                throw new IOException("broken pipe");
              }
            });
    var stdout = new ThreadedWrite(broken, factory, "stdout");
    task.ready(stdout.writeAll(bytes("x")));
    assertThatThrownBy(() -> flush(stdout))
        .isInstanceOf(IOException.class)
        .hasMessage("stdout can't be written to: the stream reports an error");
    last.join();
    assertThatThrownBy(() -> task.poll(stdout.write(bytes("y")))).isInstanceOf(IOException.class);
  }

  @Test
  void streams_ofTheProcess_areTheSameEachTimeAndStartNothing() {
    assertThat(Stdio.stdin()).isSameAs(Stdio.stdin()).hasToString("stdin");
    assertThat(Stdio.stdout()).isSameAs(Stdio.stdout()).hasToString("stdout");
    assertThat(Stdio.stderr()).isSameAs(Stdio.stderr()).hasToString("stderr");
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("weft-stdin", "weft-stdout", "weft-stderr");
  }
}
