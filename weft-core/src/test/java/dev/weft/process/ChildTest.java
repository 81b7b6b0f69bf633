package dev.weft.process;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static dev.weft.Async.timeout;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.BufReader;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ChildTest {

  private static final int KILLED = 128 + 9;
  private static final int TERMINATED = 128 + 15;

  private Weft weft;

  @BeforeEach
  void open() {
    weft = Weft.builder().workers(2).build();
  }

  @AfterEach
  void close() {
    weft.close();
    Eventually.until("no child is left", () -> Children.count() == 0);
  }

  private static Command piped(String... words) {
    return Command.of(words[0])
        .args(List.of(words).subList(1, words.length))
        .stdin(Redirect.pipe())
        .stdout(Redirect.pipe())
        .stderr(Redirect.pipe());
  }

  private Child sleeper() throws Exception {
    return weft.blockOn(piped("sleep", "1000").spawn());
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }

  @Test
  void pipes_thereAndBack_carryLines() throws Exception {
    Child cat = weft.blockOn(piped("cat").spawn());
    var reader = new BufReader(cat.stdout());
    for (int i = 0; i < 10; i++) {
      weft.blockOn(cat.stdin().writeAll(bytes("line " + i + "\n")));
      assertThat(weft.blockOn(reader.readLine())).isEqualTo("line " + i);
    }
    weft.blockOn(cat.stdin().shutdown());
    assertThat(weft.blockOn(reader.readLine())).isNull();
    assertThat(weft.blockOn(cat.waitFor()).isSuccess()).isTrue();
    weft.blockOn(cat.closeAsync());
  }

  @Test
  void input_largerThanThePipe_isWaitedFor() throws Exception {
    Child count = weft.blockOn(piped("wc", "-c").spawn());
    weft.blockOn(count.stdin().writeAll(ByteBuffer.allocate(1_000_000)));
    weft.blockOn(count.stdin().flush());
    weft.blockOn(count.stdin().shutdown());
    weft.blockOn(count.stdin().shutdown()); // twice is harmless
    assertThat(weft.blockOn(new BufReader(count.stdout()).readLine()).trim()).isEqualTo("1000000");
    weft.blockOn(count.closeAsync());
  }

  @Test
  void read_cancelled_leavesItsBytesToTheNext() throws Exception {
    Child cat = weft.blockOn(piped("cat").spawn());
    ByteBuffer buffer = ByteBuffer.allocate(10);
    for (int round = 0; round < 3; round++) {
      assertThatThrownBy(
              () -> weft.blockOn(timeout(Duration.ofMillis(1), cat.stdout().read(buffer.clear()))))
          .isInstanceOf(TimeoutException.class);
      assertThat(buffer.position()).isZero();
      weft.blockOn(cat.stdin().writeAll(bytes("kept")));
      assertThat(weft.blockOn(cat.stdout().read(buffer.clear()))).isEqualTo(4);
    }
    weft.blockOn(cat.closeAsync());
  }

  @Test
  void write_toAProgramThatHasEnded_namesIt() throws Exception {
    Child ended = weft.blockOn(piped("true").spawn());
    weft.blockOn(ended.waitFor());
    assertThatThrownBy(
            () -> {
              weft.blockOn(ended.stdin().writeAll(bytes("x")));
              weft.blockOn(ended.stdin().flush());
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("standard input of true (pid " + ended.pid() + ")");
    weft.blockOn(ended.closeAsync());
    assertThatThrownBy(() -> weft.blockOn(ended.stdin().write(bytes("x"))))
        .hasMessageContaining("is closed");
    assertThatThrownBy(() -> weft.blockOn(ended.stdout().read(ByteBuffer.allocate(1))))
        .hasMessageContaining("standard output of true");
  }

  @Test
  void output_ofAProgramThatHasEnded_isStillRead() throws Exception {
    Child echo = weft.blockOn(piped("echo", "late").spawn());
    weft.blockOn(echo.waitFor());
    assertThat(weft.blockOn(new BufReader(echo.stdout()).readLine())).isEqualTo("late");
    assertThat(weft.blockOn(echo.stderr().read(ByteBuffer.allocate(1)))).isEqualTo(AsyncRead.EOF);
    weft.blockOn(echo.closeAsync());
  }

  @Test
  void wait_twiceByManyAndFromAnotherRuntime_givesTheSame() throws Exception {
    Child child = weft.blockOn(piped("sh", "-c", "read line; exit 7").spawn());
    List<JoinHandle<ExitStatus>> waiting = new ArrayList<>();
    try (Weft other = Weft.builder().workers(1).build()) {
      for (int i = 0; i < 10; i++) {
        waiting.add((i % 2 == 0 ? weft : other).spawn(child.waitFor()));
      }
      assertThat(child.exitStatus()).isNull();
      weft.blockOn(child.stdin().shutdown());
      for (JoinHandle<ExitStatus> wait : waiting) {
        assertThat(weft.blockOn(wait)).isEqualTo(new ExitStatus(7));
      }
    }
    assertThat(weft.blockOn(child.waitFor())).isEqualTo(new ExitStatus(7));
    assertThat(child.exitStatus()).isEqualTo(new ExitStatus(7));
    weft.blockOn(child.closeAsync());
  }

  @Test
  void wait_cancelled_leavesTheProgramAlone() throws Exception {
    Child child = sleeper();
    assertThatThrownBy(() -> weft.blockOn(timeout(Duration.ofMillis(1), child.waitFor())))
        .isInstanceOf(TimeoutException.class);
    assertThat(child.exitStatus()).isNull();
    weft.blockOn(child.closeAsync());
  }

  @Test
  void wait_forManyChildren_takesNoThreadOfThePool() throws Exception {
    try (Weft small = Weft.builder().workers(1).blockingThreads(1).build()) {
      List<Child> children = new ArrayList<>();
      List<JoinHandle<ExitStatus>> waiting = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Child child = small.blockOn(piped("sleep", "1000").spawn());
        children.add(child);
        waiting.add(small.spawn(child.waitFor()));
      }
      assertThat(small.blockOn(small.spawnBlocking(() -> "free"))).isEqualTo("free");
      for (int i = 0; i < 5; i++) {
        children.get(i).terminate();
        assertThat(small.blockOn(waiting.get(i))).isEqualTo(new ExitStatus(TERMINATED));
      }
    }
  }

  @Test
  void close_killsTheProgramAndLeavesNoZombie() throws Exception {
    Child child = sleeper();
    JoinHandle<Integer> reading = weft.spawn(child.stdout().read(ByteBuffer.allocate(1)));
    weft.blockOn(child.closeAsync());
    assertThat(child.exitStatus()).isEqualTo(new ExitStatus(KILLED));
    assertThat(Children.isGone(child.pid())).isTrue();
    assertThatThrownBy(() -> weft.blockOn(reading)).isInstanceOf(IOException.class);
    weft.blockOn(child.closeAsync()); // twice is harmless
  }

  @Test
  void task_abortedWithinTryWithResources_killsTheProgram() throws Exception {
    var started = new CompletableFuture<Child>();
    JoinHandle<Void> task =
        weft.spawn(
            async(
                () -> {
                  try (Child child = await(piped("sleep", "1000").spawn())) {
                    started.complete(child);
                    await(sleep(Duration.ofHours(1)));
                  }
                }));
    Child child = started.get(20, TimeUnit.SECONDS);
    task.abort();
    assertThatThrownBy(() -> weft.blockOn(task)).isInstanceOf(CancellationException.class);
    assertThat(child.exitStatus()).isEqualTo(new ExitStatus(KILLED));
  }

  @Test
  void detached_survivesTheCloseAndTheRuntime() throws Exception {
    Child child;
    try (Weft other = Weft.builder().workers(1).build()) {
      child = other.blockOn(piped("sleep", "1000").spawn()).detach();
      other.blockOn(child.closeAsync());
    }
    assertThat(child.exitStatus()).isNull();
    assertThat(Children.count()).isEqualTo(1);
    child.kill();
    assertThat(weft.blockOn(child.waitFor())).isEqualTo(new ExitStatus(KILLED));
  }

  @Test
  void runtimeClosed_asksAChildThatWasLeftOpenToEnd() throws Exception {
    Child child;
    try (Weft other = Weft.builder().workers(1).build()) {
      child = other.blockOn(piped("sleep", "1000").spawn());
    }
    assertThat(child.exitStatus()).isEqualTo(new ExitStatus(TERMINATED));
  }

  @Test
  void guardian_ofAProgramThatIgnoresTheRequest_killsItAfterASecond() throws Exception {
    Child child =
        weft.blockOn(piped("sh", "-c", "trap '' TERM; echo ready; exec sleep 1000").spawn());
    assertThat(weft.blockOn(new BufReader(child.stdout()).readLine())).isEqualTo("ready");
    var task = new TestTask();
    var guardian = new Guardian(child, child.exit());
    task.pending(guardian);
    assertThat(guardian.cancel()).isFalse();
    task.pending(guardian);
    task.advance(Duration.ofMillis(999));
    task.pending(guardian);
    assertThat(child.exitStatus()).isNull();
    int before = task.wakes();
    task.advance(Duration.ofMillis(1));
    task.pending(guardian);
    task.awaitWakes(before + 2); // the timer's, then that of the end
    assertThat(child.exitStatus()).isEqualTo(new ExitStatus(KILLED));
    assertThat(task.poll(guardian).isReady()).isTrue();
    assertThat(task.advanceToNextTimer()).isFalse();
  }

  @Test
  void streams_thatAreNoPipes_sayHowToMakeThemSo() throws Exception {
    Child child = weft.blockOn(Command.of("true").stderrToStdout().spawn());
    assertThatThrownBy(child::stdin)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stdin(Redirect.pipe())");
    assertThatThrownBy(child::stdout).hasMessageContaining("INHERIT");
    assertThatThrownBy(child::stderr).hasMessageContaining("part of its output");
    weft.blockOn(child.closeAsync());
  }

  @Test
  void descriptors_andTasks_areBackAfterManyRuns() throws Exception {
    weft.blockOn(Command.of("true").output(10));
    Eventually.until("no task is left", () -> weft.dump().tasks().isEmpty());
    int base = Descriptors.count();
    for (int i = 0; i < 20; i++) {
      weft.blockOn(Command.of("true").output(10));
    }
    Eventually.until("no task is left", () -> weft.dump().tasks().isEmpty());
    Eventually.until("the descriptors are back", () -> Descriptors.count() <= base);
  }
}
