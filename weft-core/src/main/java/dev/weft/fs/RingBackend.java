package dev.weft.fs;

import dev.weft.Context;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.FileDriver;

/** Has a driver carry out operations. */
record RingBackend(FileDriver driver) implements FileBackend {

  @Override
  public void submit(FileOp<?> op) {
    if (!driver.submit(((RingOp<?>) op).request())) {
      op.refuse(new RuntimeClosedException(op + " can't begin: the runtime is closed."));
    }
  }

  @Override
  public void watch(Context cx) {
    // what blocks does so in the kernel
  }

  @Override
  public void dropped() {
    // the next turn passes it over
  }

  @Override
  public void stopping(FileOp<?> op) {
    RingOp<?> ring = (RingOp<?>) op;
    if (ring.isCancellable()) {
      ring.cancelRequest();
    }
  }
}
