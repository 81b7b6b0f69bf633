package dev.weft.process;

import static dev.weft.Async.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CommandTest {

  private static final int MEGABYTE = 1 << 20;

  @TempDir private Path folder;
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

  private static Command sh(String script) {
    return Command.of("sh").args("-c", script);
  }

  private String stdout(Command command) throws Exception {
    return weft.blockOn(command.output(MEGABYTE)).stdoutText();
  }

  @Test
  void of_withArguments_passesThemAsTheyAreAndTakesMore() throws Exception {
    assertThat(stdout(Command.of("printf", "%s|", "a b", "*").arg("c"))).isEqualTo("a b|*|c|");
  }

  @Test
  void output_ofBothStreams_isCollectedWithTheStatus() throws Exception {
    Output output = weft.blockOn(sh("echo out; echo err >&2; exit 3").output(MEGABYTE));
    assertThat(output.stdoutText()).isEqualTo("out\n");
    assertThat(output.stderrText()).isEqualTo("err\n");
    assertThat(output.status()).isEqualTo(new ExitStatus(3));
    assertThat(output.status().isSuccess()).isFalse();
    assertThat(output.stdout()).hasSize(4);
    assertThat(output.stderr()).hasSize(4);
  }

  @Test
  void output_largerThanThePipesOnBothStreams_doesNotDeadlock() throws Exception {
    String script =
        "head -c 500000 /dev/zero >&2; head -c 700000 /dev/zero; head -c 1000 /dev/zero >&2";
    Output output = weft.blockOn(sh(script).output(MEGABYTE));
    assertThat(output.stdout()).hasSize(700_000);
    assertThat(output.stderr()).hasSize(501_000);
  }

  @Test
  void output_atTheLimit_isTakenAndOneByteMoreKillsTheProgram() throws Exception {
    assertThat(weft.blockOn(sh("printf 12345678").output(8)).stdoutText()).isEqualTo("12345678");
    assertThatThrownBy(() -> weft.blockOn(sh("printf 123456789; exec sleep 1000").output(8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("standard output of sh")
        .hasMessageContaining("8 bytes");
  }

  @Test
  void output_manyAtOnce_losesNothing() throws Exception {
    for (int round = 0; round < 100; round++) {
      assertThat(stdout(Command.of("echo").arg("round " + round)))
          .isEqualTo("round " + round + "\n");
    }
  }

  @Test
  void program_thatIsMissing_isNamed() {
    assertThatThrownBy(() -> weft.blockOn(Command.of("no-such-program-of-weft").spawn()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-program-of-weft");
    assertThatThrownBy(() -> weft.blockOn(Command.of("no-such-program-of-weft").status()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void folder_thatIsMissing_isNamed() {
    assertThatThrownBy(
            () -> weft.blockOn(Command.of("true").dir(folder.resolve("missing")).status()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void arguments_withSpacesAndQuotes_arriveAsTheyAre() throws Exception {
    Command printf = Command.of("printf").args("%s|", "a b", "\"c\"", "", "$HOME", "é");
    assertThat(stdout(printf)).isEqualTo("a b|\"c\"||$HOME|é|");
    assertThat(printf).hasToString("printf %s| a b \"c\"  $HOME é");
  }

  @Test
  void arguments_thatNoProgramCanBeGiven_areNamed() {
    assertThatThrownBy(() -> Command.of(" ")).hasMessageContaining("blank");
    assertThatThrownBy(() -> Command.of("sh").arg("a\0b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a\\0b");
    assertThatThrownBy(() -> Command.of("sh").env("A=B", "c")).hasMessageContaining("A=B");
    assertThatThrownBy(() -> Command.of("sh").env("A", "\0")).hasMessageContaining("value of A");
    assertThatThrownBy(() -> Command.of("sh").output(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> Command.of("sh").stdin(Redirect.append(folder)))
        .hasMessageContaining("APPEND");
  }

  @Test
  void environment_isThisProgramsWithChangesOrEmpty() throws Exception {
    Command env = Command.of("/usr/bin/env");
    assertThat(stdout(env.env("WEFT_TEST", "x y"))).contains("WEFT_TEST=x y\n").contains("PATH=");
    assertThat(stdout(env.envRemove("WEFT_TEST"))).doesNotContain("WEFT_TEST");
    assertThat(stdout(env.envClear().env("ONLY", "1"))).isEqualTo("ONLY=1\n");
  }

  @Test
  void folder_isWhereTheProgramRuns() throws Exception {
    assertThat(stdout(Command.of("pwd").dir(folder))).isEqualTo(folder.toRealPath() + "\n");
  }

  @Test
  void files_areReadWrittenAndAppendedTo() throws Exception {
    Path in = Files.writeString(folder.resolve("in"), "text");
    Path out = folder.resolve("out");
    Command cat = Command.of("cat").stdin(Redirect.file(in));
    assertThat(weft.blockOn(cat.stdout(Redirect.file(out)).status()).isSuccess()).isTrue();
    assertThat(weft.blockOn(cat.stdout(Redirect.append(out)).status()).isSuccess()).isTrue();
    assertThat(out).hasContent("texttext");
    assertThat(weft.blockOn(cat.stdout(Redirect.nothing()).output(0)).stdout()).isEmpty();
  }

  @Test
  void errors_joinedToTheOutput_comeInOrder() throws Exception {
    assertThat(stdout(sh("echo 1; echo 2 >&2; echo 3").stderrToStdout())).isEqualTo("1\n2\n3\n");
  }

  @Test
  void input_ofNothing_endsAtOnce() throws Exception {
    assertThat(stdout(Command.of("cat"))).isEmpty();
    assertThat(weft.blockOn(Command.of("cat").stdin(Redirect.nothing()).status()).isSuccess())
        .isTrue();
  }

  @Test
  void command_changedAfterTheCall_startsAsItWas() throws Exception {
    Command echo = Command.of("echo").arg("before");
    var output = echo.output(MEGABYTE);
    echo.arg("after");
    assertThat(weft.blockOn(output).stdoutText()).isEqualTo("before\n");
    assertThat(stdout(echo)).isEqualTo("before after\n");
  }

  @Test
  void output_thatTakesTooLong_isKilledBeforeTheTimeoutIsThrown() {
    assertThatThrownBy(
            () ->
                weft.blockOn(timeout(Duration.ofMillis(1), sh("exec sleep 1000").output(MEGABYTE))))
        .isInstanceOf(TimeoutException.class);
    assertThat(Children.count()).isZero();
  }

  @Test
  void task_abortedAtAnyMomentOfARun_leavesNoProgram() throws Exception {
    for (int round = 0; round < 30; round++) {
      JoinHandle<ExitStatus> running = weft.spawn(Command.of("sleep").arg("1000").status());
      for (int spin = 0; spin < round * 20_000; spin++) {
        Thread.onSpinWait();
      }
      running.abort();
      assertThatThrownBy(() -> weft.blockOn(running)).isInstanceOf(CancellationException.class);
      assertThat(Children.count()).isZero();
    }
  }

  @Test
  void start_cancelledWhileThePoolIsFull_neverHappens() throws Exception {
    var busy = new CountDownLatch(1);
    try (Weft small = Weft.builder().workers(1).blockingThreads(1).build()) {
      JoinHandle<Boolean> blocking = small.spawnBlocking(() -> busy.await(60, TimeUnit.SECONDS));
      Path proof = folder.resolve("proof");
      JoinHandle<ExitStatus> waiting =
          small.spawn(Command.of("touch").arg(proof.toString()).status());
      Eventually.until("the start waits for a thread", () -> small.metrics().liveTasks() >= 3);
      waiting.abort();
      assertThatThrownBy(() -> small.blockOn(waiting)).isInstanceOf(CancellationException.class);
      busy.countDown();
      small.blockOn(blocking);
      assertThat(proof).doesNotExist();
    }
  }

  /**
   * A program that starts another one, which holds the pipes open, and ends while they are read.
   */
  private static final String WITH_HEIR = "sleep 1000 & echo $!; sleep 0.2";

  @Test
  void output_whosePipeAProgramOfTheProgramHolds_endsSoonAfterTheProgram() throws Exception {
    Output output = weft.blockOn(timeout(Duration.ofSeconds(30), sh(WITH_HEIR).output(MEGABYTE)));
    assertThat(output.status().isSuccess()).isTrue();
    ProcessHandle heir = heir(output.stdoutText());
    assertThat(heir.isAlive()).isTrue();
    heir.destroyForcibly();
  }

  @Test
  void runtime_closedWhileAProgramOfTheProgramHoldsThePipe_doesNotWaitForIt() throws Exception {
    ProcessHandle heir;
    try (Weft patient = Weft.builder().workers(1).grace(Duration.ofHours(1)).build()) {
      heir = heir(patient.blockOn(sh(WITH_HEIR).output(MEGABYTE)).stdoutText());
    }
    assertThat(heir.isAlive()).isTrue();
    heir.destroyForcibly();
  }

  @Test
  void output_ofAProgramOfTheProgram_isCollectedWhileItComes() throws Exception {
    String script = "(for i in 1 2 3 4; do sleep 0.4; echo $i; done) & sleep 0.1; echo 0";
    String text = stdout(sh(script));
    assertThat("0\n1\n2\n3\n4\n").startsWith(text);
    assertThat(text).startsWith("0\n");
  }

  @Test
  void output_cancelledWhileAProgramOfTheProgramHoldsThePipe_givesUpAtOnce() throws Exception {
    Path pid = folder.resolve("pid");
    JoinHandle<Output> running =
        weft.spawn(sh("sleep 1000 & echo $! > " + pid + "; exec sleep 1000").output(MEGABYTE));
    Eventually.until("it runs", () -> pid.toFile().length() > 1);
    ProcessHandle heir = heir(Files.readString(pid));
    try {
      running.abort();
      assertThatThrownBy(() -> weft.blockOn(running)).isInstanceOf(CancellationException.class);
      assertThat(heir.isAlive()).isTrue();
    } finally {
      heir.destroyForcibly();
    }
  }

  private static ProcessHandle heir(String pid) {
    return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
  }
}
