package dev.weft.kv.yamux;

/**
 * Limits of a session. Together they bound what a peer can make this side hold: {@code
 * maxUnreadBytes} of received data, 16 KiB of unsent data for each of its streams, and less than
 * 256 KiB for the session itself. With the defaults that is 16 + 4 MiB and a quarter.
 *
 * @param windowBytes how much a peer may send on one stream before the application has read it,
 *     from 256 KiB, which the protocol grants each stream, to 16 MiB
 * @param maxStreams how many streams that the peer has opened may exist, and how many that this
 *     side has opened, from 1 to 8192. A stream exists until it has ended on the wire <em>and</em>
 *     the application has closed it. What the peer opens beyond that is reset at once
 * @param maxUnreadBytes how much may be received and not yet read on all streams together, from
 *     {@code windowBytes} to 1 GiB; a stream that gets data beyond it is reset
 */
public record YamuxOptions(int windowBytes, int maxStreams, int maxUnreadBytes) {

  /** What the protocol lets a peer send on each stream: 256 KiB. */
  public static final int MIN_WINDOW = 256 << 10;

  /** The largest window that may be asked for: 16 MiB. */
  public static final int MAX_WINDOW = 16 << 20;

  /** The highest number of streams that may be asked for. */
  public static final int MAX_STREAMS = 8192;

  /** A window of 256 KiB, 256 streams, 16 MiB unread. */
  public static final YamuxOptions DEFAULT = new YamuxOptions(MIN_WINDOW, 256, 16 << 20);

  private static final int MAX_UNREAD = 1 << 30;

  /** Checks the ranges. */
  public YamuxOptions {
    check("windowBytes", windowBytes, MIN_WINDOW, MAX_WINDOW);
    check("maxStreams", maxStreams, 1, MAX_STREAMS);
    check("maxUnreadBytes", maxUnreadBytes, windowBytes, MAX_UNREAD);
  }

  /**
   * With another window.
   *
   * @param bytes see {@link #windowBytes}
   * @return new options
   */
  public YamuxOptions withWindowBytes(int bytes) {
    return new YamuxOptions(bytes, maxStreams, maxUnreadBytes);
  }

  /**
   * With another limit of streams.
   *
   * @param streams see {@link #maxStreams}
   * @return new options
   */
  public YamuxOptions withMaxStreams(int streams) {
    return new YamuxOptions(windowBytes, streams, maxUnreadBytes);
  }

  /**
   * With another limit of unread data.
   *
   * @param bytes see {@link #maxUnreadBytes}
   * @return new options
   */
  public YamuxOptions withMaxUnreadBytes(int bytes) {
    return new YamuxOptions(windowBytes, maxStreams, bytes);
  }

  private static void check(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + "; accepted is " + min + " to " + max + ".");
    }
  }
}
