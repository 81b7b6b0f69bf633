package dev.weft.kv.store.log;

import org.jspecify.annotations.Nullable;

/** Ends the writer after all that was asked before; fine if it has ended already. */
final class EndCall extends WriteCall<@Nullable Void> {

  EndCall(WriteQueue queue) {
    super(queue);
  }

  @Override
  @Nullable Void run(Writer writer) {
    writer.endAfterBatch();
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

  @Override
  void end(WriteQueue.Refusal why) {
    // nothing is left to be done
  }
}
