package dev.weft.bench.load;

import java.util.Arrays;

/**
 * Counts times by their length, exactly up to 127 ns and with an error of at most 1.6 % above.
 *
 * <p><em>Threads:</em> one.
 */
public final class Latencies {

  /*
   * Idea: the buckets of a power of two are 64, all of the same width. A time with its highest bit at
   * b >= 7 goes to bucket (b - 6) * 64 + its seven leading bits; smaller ones are their own bucket.
   */

  private static final int SUB_BITS = 6;
  private static final int SUB = 1 << SUB_BITS;
  private static final int POWERS = Long.SIZE - SUB_BITS;

  private final long[] counts = new long[(POWERS + 1) * SUB];
  private long total;

  /** Creates an empty count. */
  public Latencies() {}

  void record(long nanos) {
    counts[bucket(Math.max(nanos, 0))]++;
    total++;
  }

  void clear() {
    Arrays.fill(counts, 0);
    total = 0;
  }

  /**
   * The time that so many of all stay within.
   *
   * @param share from 0 to 1, such as 0.99
   * @return nanoseconds; 0 if nothing was counted
   */
  public long quantile(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * total));
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return upper(i);
      }
    }
    return 0;
  }

  private static int bucket(long nanos) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - SUB_BITS - 1);
    return shift * SUB + (int) (nanos >>> shift);
  }

  /** The longest time in a bucket. */
  private static long upper(int bucket) {
    if (bucket < 2 * SUB) {
      return bucket;
    }
    int shift = bucket / SUB - 1;
    long lead = bucket - (long) shift * SUB;
    return ((lead + 1) << shift) - 1;
  }
}
