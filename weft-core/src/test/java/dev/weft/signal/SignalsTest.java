package dev.weft.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.process.Command;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.TestTask;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With signals that do nothing when nobody listens. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SignalsTest {

  private final AtomicInteger otherwise = new AtomicInteger();
  private Weft weft;
  private Object before;

  @BeforeEach
  void open() {
    weft = Weft.builder().workers(2).build();
    before = new SystemSignals().install("WINCH", otherwise::incrementAndGet);
  }

  @AfterEach
  void close() {
    new SystemSignals().restore("WINCH", before);
    weft.close();
  }

  private void send(String name) throws Exception {
    String pid = Long.toString(ProcessHandle.current().pid());
    assertThat(weft.blockOn(Command.of("kill").args("-" + name, pid).status()).isSuccess())
        .isTrue();
  }

  @Test
  void signal_betweenRegistrationAndFirstPoll_isKept() throws Exception {
    SignalStream stream = Signals.on("SIGWINCH");
    send("WINCH");
    assertThat(weft.blockOn(stream.next())).isEqualTo("WINCH");
    assertThat(otherwise).hasValue(0);
    weft.blockOn(stream.closeAsync());
  }

  @Test
  void signals_inARow_areAllSeen() throws Exception {
    try (SignalStream stream = Signals.on("WINCH", "CONT")) {
      for (String name : List.of("WINCH", "CONT", "WINCH")) {
        JoinHandle<String> next = weft.spawn(stream.next());
        send(name);
        assertThat(weft.blockOn(next)).isEqualTo(name);
      }
    }
  }

  @Test
  void signal_reachesListenersOfSeveralRuntimes() throws Exception {
    try (Weft other = Weft.builder().workers(1).build();
        SignalStream first = Signals.on("WINCH");
        SignalStream second = Signals.on("WINCH")) {
      JoinHandle<String> here = weft.spawn(first.next());
      JoinHandle<String> there = other.spawn(second.next());
      send("WINCH");
      assertThat(weft.blockOn(here)).isEqualTo("WINCH");
      assertThat(other.blockOn(there)).isEqualTo("WINCH");
    }
  }

  @Test
  void listener_thatLeaves_leavesTheOthersAndTheLastRestoresTheHandler() throws Exception {
    SignalStream first = Signals.on("WINCH");
    SignalStream second = Signals.on("WINCH");
    weft.blockOn(first.closeAsync());
    send("WINCH");
    assertThat(weft.blockOn(second.next())).isEqualTo("WINCH");
    assertThat(otherwise).hasValue(0);
    weft.blockOn(second.closeAsync());
    weft.blockOn(second.closeAsync()); // twice is harmless
    send("WINCH");
    Eventually.until("the handler is back", () -> otherwise.get() == 1);
  }

  @Test
  void once_listensFromItsFirstPollToItsEnd() throws Exception {
    var task = new TestTask();
    var once = Signals.once("WINCH");
    send("WINCH");
    Eventually.until("it isn't listening yet", () -> otherwise.get() == 1);
    task.pending(once);
    send("WINCH");
    task.awaitWakes(1);
    assertThat(task.ready(once)).isEqualTo("WINCH");
    send("WINCH");
    Eventually.until("it has stopped listening", () -> otherwise.get() == 2);
  }

  @Test
  void once_cancelled_restoresTheHandler() throws Exception {
    var task = new TestTask();
    var once = Signals.once("WINCH");
    task.pending(once);
    assertThat(once.cancel()).isTrue();
    send("WINCH");
    Eventually.until("the handler is back", () -> otherwise.get() == 1);
    assertThat(task.wakes()).isZero();
  }

  @Test
  void next_cancelled_losesNoSignal() throws Exception {
    try (SignalStream stream = Signals.on("WINCH")) {
      var task = new TestTask();
      var next = stream.next();
      task.pending(next);
      assertThat(next.cancel()).isTrue();
      send("WINCH");
      assertThat(weft.blockOn(stream.next())).isEqualTo("WINCH");
    }
  }

  @Test
  void closed_whileAwaited_ends() throws Exception {
    SignalStream stream = Signals.on("WINCH");
    var task = new TestTask();
    var next = stream.next();
    task.pending(next);
    weft.blockOn(stream.closeAsync());
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(next)).isNull();
  }

  @Test
  void signals_beyondWhatIsKept_areDropped() throws Exception {
    SignalStream stream = Signals.on("WINCH");
    for (int i = 0; i < 2000; i++) {
      stream.occurred("WINCH");
    }
    weft.blockOn(stream.closeAsync());
    assertThat(weft.blockOn(stream.toList(2000))).hasSize(1024);
  }

  @Test
  void signal_unknownOrReserved_isNamedAndNothingIsListenedTo() throws Exception {
    assertThatThrownBy(() -> Signals.on("NOPE"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NOPE is unknown");
    assertThatThrownBy(() -> Signals.on("WINCH", "KILL"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KILL can't be listened to");
    assertThatThrownBy(() -> weft.blockOn(Signals.once("SEGV"))).hasMessageContaining("SEGV");
    assertThatThrownBy(Signals::on).hasMessageContaining("at least one");
    send("WINCH");
    Eventually.until("WINCH isn't listened to", () -> otherwise.get() == 1);
  }

  @Test
  void jvmWithoutSignals_saysWhatToAdd() {
    var registry = new SignalRegistry(() -> new SystemSignals("sun.misc.Missing"));
    assertThatThrownBy(() -> new SignalStream(registry, List.of("INT")).started())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("--add-modules jdk.unsupported");
  }

  @Test
  void ctrlC_receivedOnce_leavesTheNextToTheJvm() throws Exception {
    var table = new FakeTable();
    var registry = new SignalRegistry(() -> table);
    var task = new TestTask();
    var first = new SignalFuture(registry, List.of("INT"));
    task.pending(first);
    table.raise("INT");
    assertThat(task.ready(first)).isEqualTo("INT");
    assertThat(table.handlers).isEmpty();
    assertThat(Signals.ctrlC()).hasToString("Signals.once[INT]");
  }
}
