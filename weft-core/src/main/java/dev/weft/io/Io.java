package dev.weft.io;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Operations on sources and targets of bytes, and the simple ones of these.
 *
 * {@snippet class="dev.weft.snippets.IoSnippets" region="proxy"}
 */
public final class Io {

  private Io() {}

  /**
   * Copies everything from a source to a target, through a buffer of 8 KiB, or through the source's
   * own if it is a {@link BufReader}. While the source has nothing, and at the end, the target is
   * flushed; it isn't shut down.
   *
   * <p><em>Cancellation:</em> what was read and not yet written is lost, unless the source is a
   * {@link BufReader}: it keeps that. The same holds when writing fails.
   *
   * @param source read to its end
   * @param target where the bytes go
   * @return bytes copied
   */
  @CancelSafe(
      loses = "what was read and not yet written",
      instead = "give it a BufReader as its source",
      unless = BufReader.class)
  public static Future<Long> copy(AsyncRead source, AsyncWrite target) {
    return new CopyFuture.OneWay(
        Objects.requireNonNull(source, "source"), Objects.requireNonNull(target, "target"));
  }

  /**
   * Copies between two connections in both directions at once, as a proxy does. When one side has
   * ended, the other is shut down, and the opposite direction goes on until it ends, too; a
   * direction that stalls doesn't stop the other. The first failure ends both.
   *
   * <p><em>Cancellation:</em> as for {@link #copy}, for each direction.
   *
   * @param first one connection
   * @param second the other connection
   * @param <A> type of the first
   * @param <B> type of the second
   * @return bytes copied in each direction
   */
  @CancelSafe(loses = "what was read and not yet written")
  public static <A extends AsyncRead & AsyncWrite, B extends AsyncRead & AsyncWrite>
      Future<CopyCounts> copyBidirectional(A first, B second) {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(second, "second");
    return new CopyFuture.BothWays(new Pump(first, second, true), new Pump(second, first, true));
  }

  /**
   * Fills a buffer. If the source ends before, it fails with {@link java.io.EOFException}, which
   * says how many bytes are missing.
   *
   * <p><em>Cancellation:</em> nothing is lost: what was read is in the target, whose position says
   * how much; call it again with the same target to go on. The same holds after a failure.
   *
   * @param source where the bytes come from
   * @param target what to fill, from its position to its limit
   * @return completes when the target has no room left
   */
  @CancelSafe
  public static Future<Void> readExactly(AsyncRead source, ByteBuffer target) {
    return new ReadFully(
        Objects.requireNonNull(source, "source"), Objects.requireNonNull(target, "target"));
  }

  /**
   * Two connected ends in memory.
   *
   * @param capacity most bytes under way in each direction, from 1 to 1 GiB
   * @return the two ends
   */
  public static DuplexPair duplex(int capacity) {
    Pipe there = new Pipe(Limits.check("capacity", capacity, 1));
    Pipe back = new Pipe(capacity);
    return new DuplexPair(new DuplexStream(back, there), new DuplexStream(there, back));
  }

  /**
   * Divides a stream into a half that reads and a half that writes, for two tasks. The halves take
   * turns at calling the stream, so it needs no thread-safety of its own.
   *
   * @param stream what to divide; used only through the halves from now on
   * @param <T> type of the stream
   * @return the halves; {@link ReadHalf#reunite} gives the stream back
   */
  public static <T extends AsyncRead & AsyncWrite> SplitStream<T> split(T stream) {
    SharedStream<T> shared = new SharedStream<>(Objects.requireNonNull(stream, "stream"));
    return new SplitStream<>(new ReadHalf<>(shared), new WriteHalf<>(shared));
  }

  /**
   * A source that has ended.
   *
   * @return a source without bytes
   */
  public static AsyncRead empty() {
    return fromBytes(new byte[0]);
  }

  /**
   * A source that gives the same byte for ever.
   *
   * @param value the byte
   * @return a source without end
   */
  public static AsyncRead repeat(byte value) {
    return new Sources.Repeat(value);
  }

  /**
   * A source that gives the bytes of an array.
   *
   * @param bytes what it gives; not copied
   * @return a source
   */
  public static AsyncRead fromBytes(byte[] bytes) {
    return new Sources.Fixed(Objects.requireNonNull(bytes, "bytes"));
  }

  /**
   * The beginning of a source. It takes no byte beyond the limit, so the source can be read on.
   *
   * @param source where the bytes come from
   * @param limit after how many bytes it ends, 0 or more
   * @return a source of at most that many bytes
   */
  public static AsyncRead take(AsyncRead source, long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit is " + limit + "; accepted is 0 or more.");
    }
    return new Sources.Take(Objects.requireNonNull(source, "source"), limit);
  }

  /**
   * Two sources one after the other.
   *
   * @param first read to its end
   * @param second read then
   * @return a source
   */
  public static AsyncRead chain(AsyncRead first, AsyncRead second) {
    return new Sources.Chain(
        Objects.requireNonNull(first, "first"), Objects.requireNonNull(second, "second"));
  }

  /**
   * A target that takes everything and keeps nothing.
   *
   * @return the target, which may be shared
   */
  public static AsyncWrite sink() {
    return Sink.INSTANCE;
  }
}
