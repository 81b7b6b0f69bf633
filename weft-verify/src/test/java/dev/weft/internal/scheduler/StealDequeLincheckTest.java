package dev.weft.internal.scheduler;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class StealDequeLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return StealDequeModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // Pushes aren't counted: a thief takes what it read before the owner popped and pushed again.
    return Planted.bug(
        StealDequeModel.class,
        "StealDeque",
        "private static final long PUSH = (1L << (SIZE_BITS + BASE_BITS)) + 1;",
        "private static final long PUSH = 1;");
  }
}
