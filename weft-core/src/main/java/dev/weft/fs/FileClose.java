package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import org.jspecify.annotations.Nullable;

/** Flushes and closes a file; closes it also if it can't be flushed, or if this is cancelled. */
final class FileClose extends LeafFuture<Void> {

  private final FileCursor cursor;
  private final FileOp<Void> release;
  private @Nullable Exception failure;
  private boolean flushed;

  FileClose(FileCursor cursor, FileOp<Void> release) {
    this.cursor = cursor;
    this.release = release;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (!flushed && !cursor.file().isClosed()) {
      try {
        if (!cursor.flushWrites(cx)) {
          return PENDING;
        }
      } catch (Exception broken) {
        failure = broken;
      }
    }
    flushed = true;
    cursor.file().refuse();
    if (release.pollRaw(cx) == PENDING) {
      return PENDING;
    }
    if (failure != null) {
      throw failure;
    }
    return null;
  }

  @Override
  protected boolean cancelLeaf() {
    flushed = true;
    cursor.file().refuse();
    return release.cancel(); // which begins it
  }

  @Override
  public String toString() {
    return release.toString();
  }
}
