package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens a file. */
final class OpenFuture extends LeafFuture<AsyncFile> {

  private final Path path;
  private final Set<OpenOption> options;
  private @Nullable FileOp<OpenFile> op;

  OpenFuture(Path path, Set<OpenOption> options) {
    this.path = path;
    this.options = options;
    if (options.contains(StandardOpenOption.APPEND)
        && (options.contains(StandardOpenOption.READ)
            || options.contains(StandardOpenOption.TRUNCATE_EXISTING))) {
      throw new IllegalArgumentException(
          "APPEND was given with READ or TRUNCATE_EXISTING for "
              + path
              + "; it goes with neither.");
    }
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    FileOp<OpenFile> current = op;
    if (current == null) {
      FileBackend backend = FilePool.of(cx);
      current = new RingOpen(path, options, backend);
      op = current;
    }
    Object opened = current.pollRaw(cx);
    return opened == PENDING ? PENDING : new AsyncFile((OpenFile) Objects.requireNonNull(opened));
  }

  @Override
  protected boolean cancelLeaf() {
    return op == null || op.cancel();
  }

  @Override
  public String toString() {
    return "open(" + path + ")";
  }
}
