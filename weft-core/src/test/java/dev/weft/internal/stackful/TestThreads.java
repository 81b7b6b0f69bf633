package dev.weft.internal.stackful;

import java.util.Arrays;
import java.util.stream.Stream;

/** The ways to drive a coroutine's thread, for tests in other packages. */
public enum TestThreads {
  IN_PLACE,
  HAND_OFF;

  /** Those that this JVM allows. */
  public static Stream<TestThreads> available() {
    return Arrays.stream(values())
        .filter(mode -> mode == HAND_OFF || SystemVirtualThreads.get().isInPlace());
  }

  /** Where threads come from. */
  public SystemVirtualThreads threads() {
    return Mode.valueOf(name()).threads();
  }
}
