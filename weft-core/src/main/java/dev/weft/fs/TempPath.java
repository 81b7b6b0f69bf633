package dev.weft.fs;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Future;
import java.nio.file.Path;

/**
 * A temporary file or directory, which is removed when this is closed, a directory with all that is
 * in it.
 *
 * {@snippet class="dev.weft.snippets.FileSnippets" region="temp"}
 *
 * <p>Made by {@link AsyncFiles#tempFile} and {@link AsyncFiles#tempDirectory}.
 *
 * <p><em>Threads:</em> any.
 */
public final class TempPath implements AsyncCloseable {

  private final Path path;
  private final FileBackend backend;
  private volatile boolean kept;

  TempPath(Path path, FileBackend backend) {
    this.path = path;
    this.backend = backend;
  }

  /**
   * Where it is.
   *
   * @return its path
   */
  public Path path() {
    return path;
  }

  /**
   * Has it stay when this is closed.
   *
   * @return its path
   */
  public Path keep() {
    kept = true;
    return path;
  }

  /**
   * Removes it, unless it is {@linkplain #keep kept} or gone already.
   *
   * <p><em>Cancellation:</em> it is removed all the same.
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    return new CloseOp(
        backend,
        "remove temporary " + path,
        () -> {
          if (!kept) {
            TreeRemoval.removeAll(() -> {}, path);
          }
        });
  }

  @Override
  public String toString() {
    return "TempPath[" + path + "]";
  }
}
