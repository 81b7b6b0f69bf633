package dev.weft.codec;

/**
 * Sizes of the buffers of a framed byte stream.
 *
 * @param readBytes how much is read at once, from 1 to 2<sup>30</sup>; the read buffer starts
 *     smaller, grows to this where there is much to read and beyond it only for one frame that is
 *     larger
 * @param boundaryBytes the back-pressure boundary, from 1 to 2<sup>30</sup>: with that much or more
 *     waiting, {@link FramedWrite#pollReady} writes before it says yes
 * @param maxWriteBytes cap of what waits to be written, from 1 to 2<sup>30</sup>; an item that
 *     doesn't fit is refused
 */
public record FramedOptions(int readBytes, int boundaryBytes, int maxWriteBytes) {

  /** Reads of 8 KiB, a boundary of 8 KiB, at most 16 MiB waiting. */
  public static final FramedOptions DEFAULT = new FramedOptions(8 << 10, 8 << 10, 16 << 20);

  /** Checks the ranges. */
  public FramedOptions {
    Checks.inRange(1, Checks.MAX_BYTES, readBytes, "readBytes");
    Checks.inRange(1, Checks.MAX_BYTES, boundaryBytes, "boundaryBytes");
    Checks.inRange(1, Checks.MAX_BYTES, maxWriteBytes, "maxWriteBytes");
  }

  /**
   * With another read size.
   *
   * @param bytes see {@link #readBytes}
   * @return new options
   */
  public FramedOptions withReadBytes(int bytes) {
    return new FramedOptions(bytes, boundaryBytes, maxWriteBytes);
  }

  /**
   * With another back-pressure boundary.
   *
   * @param bytes see {@link #boundaryBytes}
   * @return new options
   */
  public FramedOptions withBoundaryBytes(int bytes) {
    return new FramedOptions(readBytes, bytes, maxWriteBytes);
  }

  /**
   * With another cap of what waits to be written.
   *
   * @param bytes see {@link #maxWriteBytes}
   * @return new options
   */
  public FramedOptions withMaxWriteBytes(int bytes) {
    return new FramedOptions(readBytes, boundaryBytes, bytes);
  }
}
