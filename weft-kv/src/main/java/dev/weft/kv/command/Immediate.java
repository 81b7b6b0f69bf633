package dev.weft.kv.command;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.kv.proto.CommandResponse;
import java.util.function.Supplier;

/** A response that needs no waiting, made at the first poll. */
final class Immediate extends LeafFuture<CommandResponse> {

  private final Supplier<CommandResponse> work;

  Immediate(Supplier<CommandResponse> work) {
    this.work = work;
  }

  @Override
  protected Object pollLeaf(Context cx) {
    return work.get();
  }
}
