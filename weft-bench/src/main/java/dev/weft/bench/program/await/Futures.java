package dev.weft.bench.program.await;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.RawFuture;

/** Operations that cost nothing themselves, and the loop that polls in a scheduler's place. */
public final class Futures {

  private static final Context CONTEXT = Context.of(Waker.noop());

  private Futures() {}

  /**
   * Is ready whenever it is polled.
   *
   * @return a future that may be awaited again and again
   */
  public static RawFuture<Integer> ready() {
    return new Reusable(false);
  }

  /**
   * Is ready at every second poll only.
   *
   * @return a future that may be awaited again and again
   */
  public static RawFuture<Integer> everyOther() {
    return new Reusable(true);
  }

  /**
   * Polls until it is done.
   *
   * @param future what to poll
   * @return its value
   * @throws Exception if it failed
   */
  public static long drive(RawFuture<? extends Number> future) throws Exception {
    Object result;
    do {
      result = future.pollRaw(CONTEXT);
    } while (result == RawFuture.PENDING);
    return result instanceof Number number ? number.longValue() : 0;
  }

  private static final class Reusable extends RawFuture<Integer> {
    private final Values values = new Values();
    private final boolean pends;
    private boolean asked;

    Reusable(boolean pends) {
      this.pends = pends;
    }

    @Override
    public Object pollRaw(Context cx) {
      if (pends && !asked) {
        asked = true;
        return PENDING;
      }
      asked = false;
      return values.next();
    }

    @Override
    public boolean claim() {
      return true;
    }
  }
}
