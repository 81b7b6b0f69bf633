package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Something quick that is done once a cursor is flushed. */
final class CursorStep<T extends @Nullable Object> extends LeafFuture<T> {

  private final FileCursor cursor;
  private final String name;
  private final Step<T> step;

  /** What is done. */
  @FunctionalInterface
  interface Step<T extends @Nullable Object> {
    @Nullable T run(FileCursor cursor) throws IOException;
  }

  CursorStep(FileCursor cursor, String name, Step<T> step) {
    this.cursor = cursor;
    this.name = name;
    this.step = step;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws IOException {
    if (!cursor.flush(cx)) {
      return PENDING;
    }
    try {
      return step.run(cursor);
    } catch (IOException failure) {
      throw FileErrors.at(cursor.file().path(), failure);
    }
  }

  @Override
  protected boolean cancelLeaf() {
    cursor.forgetWaker();
    return true;
  }

  @Override
  public String toString() {
    return name + "(" + cursor.file().path() + ")";
  }
}
