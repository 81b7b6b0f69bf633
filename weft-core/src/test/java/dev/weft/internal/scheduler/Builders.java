package dev.weft.internal.scheduler;

import dev.weft.spi.RuntimeOptions;

/** Makes runtimes for the tests of other packages. */
public final class Builders {

  private Builders() {}

  public static RuntimeOptions builder() {
    return new WeftBuilder();
  }
}
