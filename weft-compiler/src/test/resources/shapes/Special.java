package shapes;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;
import static dev.weft.Async.sleep;
import static dev.weft.Async.stackful;

import dev.weft.AsyncBody;
import dev.weft.Future;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Blocks whose tests ask for more than their outcome. */
public class Special {

  private int n = 1;

  private Special() {}

  /** Awaits again and again. */
  public static AsyncBody<Long> many(int times, Future<?>[] next) {
    return () -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += (Integer) await(next[i % next.length]);
      }
      return sum;
    };
  }

  /** Holds an array before the await, but not over it. */
  public static AsyncBody<Integer> dead(List<WeakReference<Object>> seen, Future<?> pending) {
    return () -> {
      byte[] big = new byte[1 << 16];
      seen.add(new WeakReference<>(big));
      int length = big.length;
      await(pending);
      return length;
    };
  }

  /** Holds a captured object before the await, but not over it. */
  public static AsyncBody<Integer> deadCapture(
      byte[] captured, List<WeakReference<Object>> seen, Future<?> pending) {
    return () -> {
      seen.add(new WeakReference<>(captured));
      await(pending);
      return seen.size();
    };
  }

  /** Uses the array in the handler of the await, where it must still be. */
  public static AsyncBody<Integer> inHandler(
      List<WeakReference<Object>> seen, Future<?> pending) {
    return () -> {
      byte[] big = new byte[1 << 16];
      seen.add(new WeakReference<>(big));
      try {
        await(pending);
        return 0;
      } catch (Exception e) {
        return big.length;
      }
    };
  }

  /** Assigns the variable anew after its last use. */
  public static AsyncBody<Integer> reassigned(
      List<WeakReference<Object>> seen, Future<?> pending) {
    return () -> {
      byte[] big = new byte[1 << 16];
      seen.add(new WeakReference<>(big));
      big = new byte[1];
      await(pending);
      return big.length;
    };
  }

  /** A result that was awaited and isn't used any more. */
  public static AsyncBody<Integer> result(
      Future<byte[]> first, List<WeakReference<Object>> seen, Future<?> pending) {
    return () -> {
      seen.add(new WeakReference<>(await(first)));
      await(pending);
      return 1;
    };
  }

  /** A monitor held over awaits, stackful. */
  public static Future<Integer> monitor(Future<Integer> x) {
    var it = new Special();
    return stackful(
        () -> {
          synchronized (it) {
            it.n += await(x);
            return it.n;
          }
        });
  }

  /** A lock held over an await, stackful. */
  public static Future<Integer> lock(Future<Integer> x) {
    var lock = new ReentrantLock();
    return stackful(
        () -> {
          lock.lock();
          try {
            return await(x) + lock.getHoldCount();
          } finally {
            lock.unlock();
          }
        });
  }

  /** A block that awaits any future, whoever compiled what is behind it. */
  public static AsyncBody<Object> awaits(Future<?> other) {
    return () -> await(other);
  }

  /** A block with an argument, and children. */
  public static Future<Integer> scoped(int n) {
    return async(
        () -> {
          int base = await(async(() -> 1));
          return await(
              Special.<Integer>sum(
                  s -> {
                    var handles = new ArrayList<Future<Integer>>();
                    for (int i = 0; i < n; i++) {
                      int each = i;
                      handles.add(
                          s.spawn(
                              async(
                                  () -> {
                                    await(sleep(Duration.ofMillis(1)));
                                    return each + base;
                                  })));
                    }
                    int sum = 0;
                    for (Future<Integer> handle : handles) {
                      sum += await(handle);
                    }
                    return sum;
                  }));
        });
  }

  private static <T> Future<T> sum(dev.weft.AsyncFunction<dev.weft.Scope, T> body) {
    return scope(body);
  }
}
