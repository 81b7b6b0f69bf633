package dev.weft.internal.scheduler;

import dev.weft.spi.PartHost;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.RuntimeThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The parts that other packages have added to a runtime, and what those are made from. */
final class PartRegistry implements PartHost {

  /*
   * A part is made under the lock, so that there is one of each kind, and found without it. `order` and
   * `closed` are guarded by the lock. Parts end in the reverse of the order in which they were made, as a
   * later one may use an earlier one; none is made afterwards.
   */

  private final RuntimeParts runtime;
  private final BlockingPool blocking;
  private final Map<Class<?>, RuntimePart> made = new ConcurrentHashMap<>();
  private final List<RuntimePart> order = new ArrayList<>();
  private boolean closed;

  PartRegistry(RuntimeParts runtime, BlockingPool blocking) {
    this.runtime = runtime;
    this.blocking = blocking;
  }

  <T extends RuntimePart> T part(Class<T> type, Function<? super PartHost, ? extends T> maker) {
    RuntimePart found = made.get(type);
    return found == null ? make(type, maker) : type.cast(found);
  }

  private synchronized <T extends RuntimePart> T make(
      Class<T> type, Function<? super PartHost, ? extends T> maker) {
    RuntimePart found = made.get(type);
    if (found != null) {
      return type.cast(found);
    }
    if (closed) {
      throw new IllegalStateException(
          runtime.weft() + " is closed and has no " + type.getSimpleName() + " any more.");
    }
    T part = maker.apply(this);
    made.put(type, part);
    order.add(part);
    return part;
  }

  /** Ends all parts; none is made any more. */
  void close() {
    List<RuntimePart> ending;
    synchronized (this) {
      closed = true;
      ending = order.reversed();
    }
    for (RuntimePart part : ending) {
      runtime.runHook(part::close);
    }
  }

  @Override
  public int workers() {
    return runtime.settings().workers();
  }

  @Override
  public boolean execute(Runnable job) {
    return blocking.execute(job);
  }

  @Override
  public RuntimeThread newThread(String name, Runnable body) {
    return runtime.newThread(
        name,
        () -> {
          ((RuntimeThread) Thread.currentThread()).setSite(runtime.weft());
          runtime.threadStarted();
          try {
            body.run();
          } finally {
            runtime.threadStopped();
          }
        });
  }
}
