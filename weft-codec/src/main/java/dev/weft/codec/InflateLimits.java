package dev.weft.codec;

/**
 * What compressed input may become, against input that is made to become far more than anybody
 * wants.
 *
 * <p>Reading such input through {@link InflatingRead} takes no more memory than other input does,
 * since it inflates only what its reader has room for. The limits protect who collects what comes,
 * and the time that it takes.
 *
 * @param maxBytes the most that all of the input may inflate to, in bytes, from 0
 * @param maxRatio the most that it may inflate to per byte of input, from 1; counted once it is
 *     more than 1 MiB, since little input of little content is innocent. The format itself allows
 *     about 1030; text has 3 to 20
 */
public record InflateLimits(long maxBytes, int maxRatio) {

  /** No limits: for input that is used up while it comes. */
  public static final InflateLimits NONE = new InflateLimits(Long.MAX_VALUE, Integer.MAX_VALUE);

  private static final long RATIO_FROM = 1L << 20;

  /** Checks the ranges. */
  public InflateLimits {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes is " + maxBytes + "; accepted is 0 or more.");
    }
    Checks.atLeast(1, maxRatio, "maxRatio");
  }

  /**
   * With another cap of all that comes out.
   *
   * @param bytes see {@link #maxBytes}
   * @return new limits
   */
  public InflateLimits withMaxBytes(long bytes) {
    return new InflateLimits(bytes, maxRatio);
  }

  /**
   * With another cap of the ratio.
   *
   * @param ratio see {@link #maxRatio}
   * @return new limits
   */
  public InflateLimits withMaxRatio(int ratio) {
    return new InflateLimits(maxBytes, ratio);
  }

  /** Fails if so many bytes of input may not become so many. */
  void check(long in, long out) throws FrameTooLargeException {
    if (out > maxBytes) {
      throw new FrameTooLargeException("What the compressed input inflates to", out, maxBytes);
    }
    if (out > RATIO_FROM && out / maxRatio >= in && out > maxRatio * in) {
      throw new FrameTooLargeException(
          "What " + in + " bytes of compressed input inflate to", out, maxRatio * in);
    }
  }
}
