package dev.weft.io;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a {@link BufReader}: it collects in the reader's buffer until it can take its
 * result from there in one step, so that cancelling it loses nothing.
 */
abstract class BufferedOp<T extends @Nullable Object> extends LeafFuture<T> {

  final BufReader reader;

  BufferedOp(BufReader reader) {
    this.reader = reader;
  }

  /** Takes the result from the buffer; PENDING if more bytes are needed. */
  abstract @Nullable Object tryTake() throws IOException;

  /** The result when the source has ended and {@link #tryTake} wants more. */
  abstract @Nullable Object atEnd() throws IOException;

  /** Bytes that the buffer may have to hold, more than it holds when {@link #tryTake} gave up. */
  abstract int wanted();

  @Override
  protected final @Nullable Object pollLeaf(Context cx) throws IOException {
    Object result = tryTake();
    while (result == PENDING) {
      int count = reader.pollMore(cx, wanted());
      if (count == AsyncRead.PENDING) {
        return PENDING;
      }
      if (count == AsyncRead.EOF) {
        return atEnd();
      }
      result = tryTake();
      if (result == PENDING && !PollContext.mayGoOn(cx)) {
        return PENDING;
      }
    }
    return result;
  }

  @Override
  protected final boolean cancelLeaf() {
    reader.cancelRead();
    return true;
  }

  static EOFException endedEarly(int asked, int missing) {
    return new EOFException(
        "The source ended " + missing + " bytes short of the " + asked + " that were asked for.");
  }
}
