package dev.weft.fs;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Begins to watch a directory. */
final class WatchFuture extends LeafFuture<DirectoryWatch> {

  private final Path directory;
  private @Nullable FileOp<DirectoryWatch> op;

  WatchFuture(Path directory) {
    this.directory = directory;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    FileOp<DirectoryWatch> current = op;
    if (current == null) {
      Services services = TaskContext.services(cx);
      FileBackend backend = FilePool.of(cx);
      WatchHub hub = services.part(WatchHub.class, host -> new WatchHub(host, backend));
      current = PathOp.call("watch", directory, _ -> hub.add(directory));
      op = current;
      current.begin(backend);
    }
    return current.pollRaw(cx);
  }

  @Override
  protected boolean cancelLeaf() {
    return op == null || op.cancel();
  }

  @Override
  public String toString() {
    return "watch(" + directory + ")";
  }
}
