package dev.weft.internal.timer;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class TreeLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return TreeModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // The node of the last timer of a deadline stays in the tree.
    return Planted.bug(
        TreeModel.class,
        "DeadlineTree",
        "node.entries.remove(entry) && node.entries.size() == 0",
        "node.entries.remove(entry) && node.entries.size() > 0");
  }
}
