package dev.weft.io;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** One read. */
final class ReadFuture extends LeafFuture<Integer> {

  private final AsyncRead source;
  private final ByteBuffer target;

  ReadFuture(AsyncRead source, ByteBuffer target) {
    this.source = source;
    this.target = Limits.writable(Objects.requireNonNull(target, "target"));
  }

  @Override
  protected Object pollLeaf(Context cx) throws IOException {
    int count = source.pollRead(target, cx);
    return count == AsyncRead.PENDING ? PENDING : (Object) count;
  }

  @Override
  protected boolean cancelLeaf() {
    source.cancelRead();
    return true;
  }
}
