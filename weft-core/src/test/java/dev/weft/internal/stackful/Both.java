package dev.weft.internal.stackful;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Polls several futures of one task, each only when it was woken, without looking at turns. */
final class Both implements Future<Integer> {

  private final List<? extends Future<?>> futures;
  private final AtomicInteger woken;
  private int open;

  Both(List<? extends Future<?>> futures) {
    this.futures = futures;
    this.open = (1 << futures.size()) - 1;
    this.woken = new AtomicInteger(open);
  }

  @Override
  public Poll<Integer> poll(Context cx) throws Exception {
    int due = woken.getAndSet(0) & open;
    for (int i = 0; i < futures.size(); i++) {
      int bit = 1 << i;
      if ((due & bit) != 0) {
        Context inner =
            cx.withWaker(
                () -> {
                  woken.getAndUpdate(now -> now | bit);
                  cx.waker().wake();
                });
        if (futures.get(i).poll(inner).isReady()) {
          open &= ~bit;
        }
      }
    }
    return open == 0 ? Poll.ready(futures.size()) : Poll.pending();
  }

  @Override
  public boolean cancel() {
    futures.forEach(Future::cancel);
    return false;
  }
}
