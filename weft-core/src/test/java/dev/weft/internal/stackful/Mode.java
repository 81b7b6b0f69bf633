package dev.weft.internal.stackful;

import dev.weft.StackfulBody;
import java.util.Arrays;
import java.util.stream.Stream;

/** The ways in which a block's thread can be driven. */
enum Mode {
  IN_PLACE,
  HAND_OFF;

  /** The modes that this JVM allows. */
  static Stream<Mode> available() {
    return Arrays.stream(values())
        .filter(mode -> mode == HAND_OFF || SystemVirtualThreads.get().isInPlace());
  }

  SystemVirtualThreads threads() {
    return this == IN_PLACE ? SystemVirtualThreads.get() : SystemVirtualThreads.handOff("a test");
  }

  <T> StackfulBlock<T> block(StackfulBody<T> body) {
    return new StackfulBlock<>(threads(), "test block", body, body);
  }
}
