package dev.weft.io;

import dev.weft.Context;
import java.nio.ByteBuffer;

/** A target that takes everything and keeps nothing. */
final class Sink implements AsyncWrite {

  static final Sink INSTANCE = new Sink();

  private Sink() {}

  @Override
  public int pollWrite(ByteBuffer source, Context cx) {
    int count = source.remaining();
    source.position(source.limit());
    return count;
  }

  @Override
  public long pollWrite(ByteBuffer[] sources, int offset, int length, Context cx) {
    long count = 0;
    for (int i = offset; i < offset + length; i++) {
      count += pollWrite(sources[i], cx);
    }
    return count;
  }

  @Override
  public boolean pollFlush(Context cx) {
    return true;
  }

  @Override
  public boolean pollShutdown(Context cx) {
    return true;
  }
}
