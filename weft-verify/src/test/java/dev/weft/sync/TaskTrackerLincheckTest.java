package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class TaskTrackerLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return TrackerModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    // A wait that is over is announced after the moment at which it was, see TaskTracker.remove.
    return false;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The last one looks whether the tracker is closed before it leaves the count.
    return Planted.bug(
        TrackerModel.class,
        "TaskTracker",
        "if ((long) STATE.getAndAdd(this, -ONE) == (ONE | CLOSED)) {",
        "boolean ending = state == (ONE | CLOSED); STATE.getAndAdd(this, -ONE); if (ending) {");
  }
}
