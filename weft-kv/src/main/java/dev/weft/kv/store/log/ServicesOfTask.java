package dev.weft.kv.store.log;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;

/** What the runtime offers to the task that polls this. */
final class ServicesOfTask extends LeafFuture<Services> {

  @Override
  protected Services pollLeaf(Context cx) {
    return TaskContext.services(cx);
  }
}
