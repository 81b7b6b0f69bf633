package dev.weft.kv.internal;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.Services;
import dev.weft.spi.TaskContext;

/** What the runtime offers to the task that polls this. */
public final class ServicesOfTask extends LeafFuture<Services> {

  /** Creates one. */
  public ServicesOfTask() {}

  @Override
  protected Services pollLeaf(Context cx) {
    return TaskContext.services(cx);
  }
}
