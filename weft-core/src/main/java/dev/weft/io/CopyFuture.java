package dev.weft.io;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;

/** Makers of the futures of the copies. */
final class CopyFuture {

  private CopyFuture() {}

  static final class OneWay extends LeafFuture<Long> {

    private final Pump pump;

    OneWay(AsyncRead from, AsyncWrite to) {
      pump = new Pump(from, to, false);
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      return pump.poll(cx) ? (Object) pump.copied() : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      pump.cancel();
      return true;
    }
  }

  /** Both directions; whichever goes first in one poll goes second in the next. */
  static final class BothWays extends LeafFuture<CopyCounts> {

    private final Pump there;
    private final Pump back;
    private boolean backFirst;

    BothWays(Pump there, Pump back) {
      this.there = there;
      this.back = back;
    }

    @Override
    protected Object pollLeaf(Context cx) throws IOException {
      boolean done = false;
      boolean failed = true;
      try {
        // Both are polled whatever the first one says: neither direction may wait for the other. If
        // the first uses up the budget, the second still gets one turn, and is the first next time.
        boolean one = (backFirst ? back : there).poll(cx);
        boolean other = (backFirst ? there : back).poll(cx);
        done = one && other;
        failed = false;
      } finally {
        if (failed) {
          cancelLeaf();
        }
      }
      backFirst = !backFirst;
      return done ? new CopyCounts(there.copied(), back.copied()) : PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      there.cancel();
      back.cancel();
      return true;
    }
  }
}
