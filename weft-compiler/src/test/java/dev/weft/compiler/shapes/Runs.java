package dev.weft.compiler.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.AsyncBody;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.codegen.AsyncState;
import dev.weft.codegen.CompiledBody;
import dev.weft.testkit.TestTask;

/** Runs a shape in each of the three ways. */
final class Runs {

  private Runs() {}

  /** The body as plain code: each await blocks the thread. */
  static Observed blocking(Program plain, String shape, Plan plan) throws Exception {
    var script = new Script(plan, true);
    AsyncBody<?> body = plain.body(shape, script);
    assertThat(body).isNotInstanceOf(CompiledBody.class);
    try {
      return Observed.value(body.run(), script);
    } catch (Throwable failure) {
      return Observed.thrown(failure, script);
    }
  }

  /** On a virtual thread. */
  static Observed stackful(Program plain, String shape, Plan plan) throws Exception {
    var script = new Script(plan, false);
    AsyncBody<?> body = plain.body(shape, script);
    assertThat(body).isNotInstanceOf(CompiledBody.class);
    return drive(Async.async(body), script);
  }

  /** As a state machine. */
  static Observed stackless(Program woven, String shape, Plan plan) throws Exception {
    var script = new Script(plan, false);
    AsyncBody<?> body = woven.body(shape, script);
    assertThat(body).isInstanceOf(CompiledBody.class);
    Future<?> block = Async.async(body);
    assertThat(block).isInstanceOf(AsyncState.class);
    assertThat(block.getClass().getName()).matches("shapes\\.S\\w+(\\$\\w+)*\\$Weft\\$\\d+");
    return drive(block, script);
  }

  /** As a state machine that yields at each pre-emption point. */
  static Observed preempted(Program woven, String shape, Plan plan) throws Exception {
    var script = new Script(plan, false);
    var task = new TestTask();
    task.preempt();
    return drive(Async.async(woven.body(shape, script)), script, task);
  }

  private static Observed drive(Future<?> block, Script script) throws InterruptedException {
    return drive(block, script, new TestTask());
  }

  private static Observed drive(Future<?> block, Script script, TestTask task)
      throws InterruptedException {
    while (true) {
      task.takeWakes();
      try {
        if (task.poll(block) instanceof Poll.Ready<?>(Object value)) {
          return Observed.value(value, script);
        }
      } catch (Throwable failure) {
        return Observed.thrown(failure, script);
      }
      if (script.takeCancelWanted()) {
        assertThat(block.cancel()).isFalse();
      } else {
        task.awaitWakes(1);
      }
    }
  }
}
