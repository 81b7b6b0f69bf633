package dev.weft.verify.tck;

import org.reactivestreams.tck.TestEnvironment;

/** What the suites have in common. */
final class Suites {

  static final long GC_MILLIS = 300;

  private static final long EXPECTED_MILLIS = 2_000;
  private static final long NOT_EXPECTED_MILLIS = 20;
  private static final long POLL_MILLIS = 10;

  private Suites() {}

  /** Waits long for what must come, and shortly for what must not. */
  static TestEnvironment environment() {
    return new TestEnvironment(EXPECTED_MILLIS, NOT_EXPECTED_MILLIS, POLL_MILLIS);
  }

  /** Waits shortly for everything: for a publisher that is to fail. */
  static TestEnvironment shortEnvironment() {
    return new TestEnvironment(NOT_EXPECTED_MILLIS, NOT_EXPECTED_MILLIS, POLL_MILLIS);
  }
}
