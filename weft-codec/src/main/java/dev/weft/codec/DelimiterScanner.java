package dev.weft.codec;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the frames between delimiters; of one connection. */
final class DelimiterScanner {

  /*
   * State: among the first `searched` bytes behind the position no delimiter ends, so a frame that
   * trickles in is searched once and not once per piece. While `discarding`, bytes up to the next
   * delimiter belong to a frame that has failed already. They are dropped as they come but for the last
   * few, which may be the beginning of that delimiter.
   */

  private final Delimiters delimiters;
  private final int maxFrame;
  private final Supplier<String> subject;
  private int searched;
  private boolean discarding;

  /** The subject says in a failure which frame it is. */
  DelimiterScanner(Delimiters delimiters, int maxFrame, Supplier<String> subject) {
    this.delimiters = delimiters;
    this.maxFrame = maxFrame;
    this.subject = subject;
  }

  /** Takes the next frame, without its delimiter. */
  byte @Nullable [] next(ByteBuffer in) throws FrameTooLargeException {
    while (true) {
      int start = in.position();
      int end = delimiters.endOfFirst(in, start, start + searched);
      if (end < 0) {
        searched = in.remaining();
        return !discarding && searched < maxBytes() ? null : discard(in);
      }
      searched = 0;
      in.position(end);
      if (!discarding) {
        return frame(in, start, end - delimiters.lengthAt(in, start, end));
      }
      discarding = false;
    }
  }

  /** Takes what is left at the end of the input; nothing of a frame that has failed already. */
  byte @Nullable [] last(ByteBuffer in) throws FrameTooLargeException {
    byte[] frame = next(in);
    if (frame != null || discarding || !in.hasRemaining()) {
      return frame;
    }
    int start = in.position();
    searched = 0;
    in.position(in.limit());
    return frame(in, start, in.limit());
  }

  /** With so many bytes and no delimiter among them, the frame is too long however it goes on. */
  int maxBytes() {
    return maxFrame + delimiters.longest();
  }

  private byte[] frame(ByteBuffer in, int start, int end) throws FrameTooLargeException {
    int length = end - start;
    if (length > maxFrame) {
      throw new FrameTooLargeException(subject.get(), length, maxFrame);
    }
    byte[] frame = new byte[length];
    in.get(start, frame);
    return frame;
  }

  private byte @Nullable [] discard(ByteBuffer in) throws FrameTooLargeException {
    int kept = Math.min(in.remaining(), delimiters.longest() - 1);
    searched = kept;
    in.position(in.limit() - kept);
    if (discarding) {
      return null;
    }
    discarding = true;
    throw new FrameTooLargeException(subject.get(), maxFrame + 1L, maxFrame);
  }
}
