package dev.weft.internal.task;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class JoinLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return JoinModel.class;
  }

  @Override
  protected boolean isLinearizable() {
    return false; // a poll that overlaps the end may say "pending" and be woken at once
  }

  @Override
  protected Class<?> planted() throws Exception {
    // A wait doesn't look again after it has added itself, and one that comes too late isn't told.
    return Planted.bug(
        JoinModel.class,
        "JoinWait",
        "return task.isComplete() ? finish() : PENDING;",
        "return PENDING;");
  }
}
