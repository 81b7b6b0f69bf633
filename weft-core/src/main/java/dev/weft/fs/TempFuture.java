package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates something temporary, which needs the back end for its end as well. */
final class TempFuture extends LeafFuture<TempPath> {

  private final FileOp<Path> op;
  private @Nullable FileBackend backend;

  /** How it is created. */
  @FunctionalInterface
  interface Creation {
    Path create() throws IOException;
  }

  TempFuture(String name, String prefix, Creation creation) {
    Path shown = Path.of(prefix.isEmpty() ? "temporary" : prefix);
    this.op = PathOp.call(name, shown, _ -> creation.create());
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    FileBackend used = backend;
    if (used == null) {
      used = FilePool.of(cx);
      backend = used;
      op.begin(used);
    }
    Object path = op.pollRaw(cx);
    return path == PENDING ? PENDING : new TempPath((Path) Objects.requireNonNull(path), used);
  }

  @Override
  protected boolean cancelLeaf() {
    return op.cancel();
  }

  @Override
  public String toString() {
    return op.toString();
  }
}
