package dev.weft.fs;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An operation that is one call for a path. */
final class PathOp<T extends @Nullable Object> extends FileOp<T> {

  private final String name;
  private final Path path;
  private final Call<? extends @Nullable Object> call;

  /** What it does; long calls ask the operation whether they should stop. */
  @FunctionalInterface
  interface Call<T extends @Nullable Object> {
    T run(FileOp<?> op) throws IOException;
  }

  /** What it does, without a result. */
  @FunctionalInterface
  interface Action {
    void run(FileOp<?> op) throws IOException;
  }

  private PathOp(
      @Nullable FileBackend backend,
      String name,
      Path path,
      Call<? extends @Nullable Object> call) {
    super(backend);
    this.name = name;
    this.path = path;
    this.call = call;
  }

  /** An operation of the runtime that polls it. */
  static <T extends @Nullable Object> PathOp<T> call(String name, Path path, Call<T> call) {
    return call(null, name, path, call);
  }

  /** An operation of a back end that is known. */
  static <T extends @Nullable Object> PathOp<T> call(
      @Nullable FileBackend backend, String name, Path path, Call<T> call) {
    return new PathOp<>(backend, name, path, call);
  }

  /** An operation of the runtime that polls it, without a result. */
  static PathOp<Void> action(String name, Path path, Action action) {
    return action(null, name, path, action);
  }

  /** An operation of a back end that is known, without a result. */
  static PathOp<Void> action(@Nullable FileBackend backend, String name, Path path, Action action) {
    return new PathOp<>(
        backend,
        name,
        path,
        op -> {
          action.run(op);
          return null;
        });
  }

  @Override
  @Nullable Object call() throws IOException {
    try {
      return call.run(this);
    } catch (IOException failure) {
      throw FileErrors.at(path, failure);
    }
  }

  @Override
  public String toString() {
    return name + "(" + path + ")";
  }
}
