package dev.weft.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Real processes, and models that can't do what they are asked to. */
final class CellRunnerTest {

  private static final Duration ENOUGH = Duration.ofMinutes(2);
  private static final int HEAP_MEGABYTES = 64;

  @Test
  void threads_fewerThanAskedFor_areHeldAndTheReasonTold() throws IOException {
    Cell cell = run("os-threads", Workload.WAITING, effort(1_000, ENOUGH), ENOUGH);

    assertThat(cell.status()).isEqualTo(Cell.Status.PARTIAL);
    assertThat(cell.metrics()).containsEntry("activities", 20.0);
    assertThat(cell.metric(Metric.CANCEL_NANOS)).isPositive();
    assertThat(Overview.note(cell))
        .isEqualTo("os-threads in waiting: partial at 20: so it is here.");
  }

  @Test
  void connections_fewerThreadsThanAskedFor_areServedAndTheReasonTold() throws IOException {
    Cell cell = run("os-threads", Workload.ECHO, effort(1_000, ENOUGH), ENOUGH);

    assertThat(cell.status()).isEqualTo(Cell.Status.PARTIAL);
    assertThat(cell.metrics()).containsEntry("connections", 20.0);
    assertThat(cell.metric(Metric.REQUESTS_PER_SECOND)).isPositive();
  }

  @Test
  void heap_thatIsFull_endsTheCellWithTheNumberThatItGotTo() throws IOException {
    Cell cell = run("actors", Workload.WAITING, effort(2_000_000, ENOUGH), ENOUGH);

    assertThat(cell.status()).isEqualTo(Cell.Status.FAILED);
    assertThat(cell.reason()).isEqualTo("its heap was full");
  }

  @Test
  void process_thatTakesTooLong_isEndedAndTheReasonTold() throws IOException {
    Cell cell = run("callbacks", Workload.PING_PONG, effort(10, Duration.ofMillis(10)), ENOUGH);

    assertThat(cell.status()).isEqualTo(Cell.Status.FAILED);
    assertThat(cell.reason()).isEqualTo("it was ended after 0.0 s, which is all that it may take");
    assertThat(cell.metrics()).containsKey("codeLines").doesNotContainKey("switchNanos");
  }

  @Test
  void time_usedUpByOthers_leavesTheCellOut() throws IOException {
    Cell cell = run("callbacks", Workload.CPU, effort(10, ENOUGH), Duration.ZERO);

    assertThat(cell.status()).isEqualTo(Cell.Status.FAILED);
    assertThat(cell.reason()).contains("used up before its turn");
  }

  @Test
  void workload_thatTheModelLacks_isAbsentWithoutFigures() throws IOException {
    Cell cell = run("generators", Workload.ECHO, effort(10, ENOUGH), ENOUGH);

    assertThat(cell.status()).isEqualTo(Cell.Status.ABSENT);
    assertThat(cell.reason()).isEqualTo("only one activity runs at a time");
    assertThat(cell.metrics()).isEmpty();
  }

  @Test
  void start_ofActivities_getsItsShareOfTheTimeThatIsLeft() {
    Effort effort = effort(10, ENOUGH);

    assertThat(effort.start(Duration.ofSeconds(100), 1)).isEqualTo(effort.start());
    assertThat(effort.start(Duration.ofSeconds(8), 4)).isEqualTo(Duration.ofSeconds(1));
  }

  private static Cell run(String model, Workload workload, Effort effort, Duration left)
      throws IOException {
    var limits = new Limits(20, "so it is here", HEAP_MEGABYTES, 100);
    return new CellRunner(effort, limits).run(Contestants.named(model), workload, left, 1);
  }

  private static Effort effort(int activities, Duration cell) {
    return new Effort(
        activities,
        50,
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofSeconds(30),
        cell,
        ENOUGH);
  }
}
