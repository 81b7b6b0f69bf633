package dev.weft.compiler.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.AsyncBody;
import dev.weft.Future;
import dev.weft.codegen.AsyncState;
import dev.weft.codegen.CompiledBody;
import dev.weft.compiler.testkit.Drive;
import dev.weft.compiler.testkit.Observed;
import dev.weft.compiler.testkit.Plan;
import dev.weft.compiler.testkit.Script;
import dev.weft.testkit.TestTask;

/** Runs a shape in each of the three ways. */
final class Runs {

  private Runs() {}

  /** The body as plain code: each await blocks the thread. */
  static Observed blocking(Program plain, String shape, Plan plan) throws Exception {
    var script = new Script(plan, true);
    AsyncBody<?> body = plain.body(shape, script);
    assertThat(body).isNotInstanceOf(CompiledBody.class);
    return Drive.call(body::run, script);
  }

  /** On a virtual thread. */
  static Observed stackful(Program plain, String shape, Plan plan) throws Exception {
    var script = new Script(plan, false);
    AsyncBody<?> body = plain.body(shape, script);
    assertThat(body).isNotInstanceOf(CompiledBody.class);
    return Drive.poll(Async.async(body), script, new TestTask());
  }

  /** As a state machine. */
  static Observed stackless(Program woven, String shape, Plan plan) throws Exception {
    var script = new Script(plan, false);
    AsyncBody<?> body = woven.body(shape, script);
    assertThat(body).isInstanceOf(CompiledBody.class);
    Future<?> block = Async.async(body);
    assertThat(block).isInstanceOf(AsyncState.class);
    assertThat(block.getClass().getName()).matches("shapes\\.S\\w+(\\$\\w+)*\\$Weft\\$\\d+");
    return Drive.poll(block, script, new TestTask());
  }

  /** As a state machine that yields at each pre-emption point. */
  static Observed preempted(Program woven, String shape, Plan plan) throws Exception {
    var script = new Script(plan, false);
    var task = new TestTask();
    task.preempt();
    return Drive.poll(Async.async(woven.body(shape, script)), script, task);
  }
}
