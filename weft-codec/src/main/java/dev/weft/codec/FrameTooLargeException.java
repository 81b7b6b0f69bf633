package dev.weft.codec;

/** A frame that is larger than the limit; nothing was allocated for it. */
public final class FrameTooLargeException extends FrameException {

  private static final long serialVersionUID = 1L;

  private final long size;
  private final long limit;

  /**
   * Creates the exception.
   *
   * @param what what is too large, the subject of the message
   * @param size its size in bytes, or the least that it has
   * @param limit bytes that are allowed
   */
  public FrameTooLargeException(String what, long size, long limit) {
    super(
        what
            + " has "
            + Long.toUnsignedString(size)
            + " bytes or more; at most "
            + limit
            + " are accepted.");
    this.size = size;
    this.limit = limit;
  }

  /**
   * How large the frame is.
   *
   * @return bytes; where the whole isn't known, the least that it has
   */
  public long size() {
    return size;
  }

  /**
   * The limit that it exceeds.
   *
   * @return bytes
   */
  public long limit() {
    return limit;
  }
}
