package dev.weft.bench.files;

import dev.weft.bench.process.Control;
import java.util.List;

/** What both programs answer: a work, timed and checked. */
final class Rounds {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int LEAST_WARM_ROUNDS = 2;

  private Rounds() {}

  /** A work whose result is a sum of sizes. */
  interface Work {
    long bytes() throws Exception;
  }

  /**
   * A command {@code WORD MILLIS BYTES}: repeats the work for so long, at least once, and answers
   * by the nanoseconds of the last time.
   */
  static Control.Command of(Work work) {
    return args -> run(work, args);
  }

  private static long run(Work work, List<String> args) throws Exception {
    long warm = Long.parseLong(args.get(0)) * NANOS_PER_MILLI;
    long due = Long.parseLong(args.get(1));
    long first = System.nanoTime();
    int least = warm > 0 ? LEAST_WARM_ROUNDS : 1;
    long nanos = 0;
    for (int round = 0; round < least || System.nanoTime() - first < warm; round++) {
      long start = System.nanoTime();
      long bytes = work.bytes();
      nanos = System.nanoTime() - start;
      if (bytes != due) {
        throw new IllegalStateException(bytes + " bytes were counted; " + due + " are there.");
      }
    }
    return nanos;
  }
}
