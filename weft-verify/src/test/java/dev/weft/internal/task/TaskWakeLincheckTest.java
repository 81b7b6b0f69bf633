package dev.weft.internal.task;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class TaskWakeLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return TaskWakeModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The end of a poll forgets that the task was woken meanwhile.
    return Planted.bug(
        TaskWakeModel.class,
        "TaskState",
        "return ((int) WORD.getAndAdd(task, -RUNNING) & NOTIFIED) != 0;",
        "WORD.getAndBitwiseAnd(task, ~(RUNNING | NOTIFIED)); return false;");
  }
}
