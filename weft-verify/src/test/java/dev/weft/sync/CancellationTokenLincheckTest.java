package dev.weft.sync;

import dev.weft.verify.model.LincheckSuite;
import dev.weft.verify.model.Planted;

final class CancellationTokenLincheckTest extends LincheckSuite {

  @Override
  protected Class<?> model() {
    return TokenModel.class;
  }

  @Override
  protected Class<?> planted() throws Exception {
    // No second look: a cancel between the first look and the waits wakes nobody.
    return Planted.bug(
        TokenModel.class,
        "TokenWait",
        "if (token.isCancelled()) { // it may have come before the waits",
        "if (false) {");
  }
}
