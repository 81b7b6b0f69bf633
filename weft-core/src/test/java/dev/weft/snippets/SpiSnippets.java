package dev.weft.snippets;

import dev.weft.*;
import dev.weft.spi.Clock;
import dev.weft.spi.RuntimeOptions;

/** Replacing what a runtime is made of. */
final class SpiSnippets {

  private SpiSnippets() {}

  static Weft onClock(Clock clock) {
    // @start region="clock"
    var options = (RuntimeOptions) Weft.builder();
    Weft weft = options.clock(clock).workers(1).build();
    // @end
    return weft;
  }
}
