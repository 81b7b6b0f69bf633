package dev.weft.internal.task;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class LiveTasksLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return LiveTasksModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false; // a sweep may see a task that is just being refused
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A spawn doesn't look again whether it is refused, once its task has a place.
    return Planted.bug(
        LiveTasksModel.class,
        "LiveTasks",
        "if (closed) {\n      task.forgetPlace();",
        "if (false) {\n      task.forgetPlace();");
  }
}
