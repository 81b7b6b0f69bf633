package dev.weft.kv.store.log;

import org.jspecify.annotations.Nullable;

/** Makes everything durable that was written before it, whatever the policy. */
final class ForceCall extends WriteCall<@Nullable Void> {

  ForceCall(WriteQueue queue) {
    super(queue);
  }

  @Override
  @Nullable Void run(Writer writer) {
    writer.forceAfterBatch();
    return null;
  }

  @Override
  long bytes() {
    return 0;
  }

  @Override
  boolean isInternal() {
    return true;
  }
}
