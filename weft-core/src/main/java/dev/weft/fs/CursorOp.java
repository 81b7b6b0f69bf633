package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** An operation that begins once a cursor is flushed. */
final class CursorOp<T extends @Nullable Object> extends LeafFuture<T> {

  private final FileCursor cursor;
  private final FileOp<T> op;
  private final boolean changesSize;
  private boolean flushed;

  CursorOp(FileCursor cursor, FileOp<T> op) {
    this(cursor, op, false);
  }

  /**
   * @param changesSize whether what was read ahead is of no use afterwards
   */
  CursorOp(FileCursor cursor, FileOp<T> op, boolean changesSize) {
    this.cursor = cursor;
    this.op = op;
    this.changesSize = changesSize;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (!flushed) {
      if (!cursor.flush(cx)) {
        return PENDING;
      }
      flushed = true;
      if (changesSize) {
        cursor.dropAhead();
      }
    }
    return op.pollRaw(cx);
  }

  @Override
  protected boolean cancelLeaf() {
    if (flushed) {
      return op.cancel();
    }
    cursor.forgetWaker();
    return true;
  }

  @Override
  public String toString() {
    return op.toString();
  }
}
