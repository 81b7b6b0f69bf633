package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Test;

final class LaneQueueLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return LaneQueueModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A push that overlaps another one, or a take, takes no notice of it.
    return Planted.bug(
        LaneQueueModel.class,
        "Mailbox",
        "TaskCell<?> seen = (TaskCell<?>) TOP.compareAndExchange(this, now, task);",
        "TaskCell<?> seen = now; TOP.setVolatile(this, task);");
  }

  @Test
  void plantedTakeThatIsNotOneStep_isFound() throws Exception {
    // A push between the owner's look and its clearing is lost.
    Class<?> planted =
        Planted.bug(
            LaneQueueModel.class,
            "Mailbox",
            "TaskCell<?> newest = (TaskCell<?>) TOP.getAndSet(this, null);",
            "TaskCell<?> newest = top; TOP.setVolatile(this, null);");
    assertThatThrownBy(
            () ->
                new ModelCheckingOptions()
                    .threads(2)
                    .actorsPerThread(3)
                    .iterations(60)
                    .invocationsPerIteration(1_000)
                    .minimizeFailedScenario(false)
                    .check(planted))
        .isInstanceOf(LincheckAssertionError.class);
  }
}
