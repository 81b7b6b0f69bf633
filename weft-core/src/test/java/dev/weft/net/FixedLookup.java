package dev.weft.net;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;

/** A runtime that can do nothing but "run" blocking calls: it gives the answer that it was told. */
final class FixedLookup {

  private final Callable<?> answer;
  private boolean pending;
  private boolean aborted;

  FixedLookup(Callable<?> answer) {
    this.answer = answer;
  }

  /** A look-up that is never done. */
  static FixedLookup never() {
    var lookup = new FixedLookup(() -> null);
    lookup.pending = true;
    return lookup;
  }

  boolean isAborted() {
    return aborted;
  }

  Weft runtime() {
    InvocationHandler only =
        (_, method, _) -> {
          if (method.getName().equals("spawnBlocking")) {
            return new Handle<>();
          }
          throw new UnsupportedOperationException(method.getName());
        };
    return (Weft)
        Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Weft.class}, only);
  }

  private final class Handle<T> implements JoinHandle<T>, Future<T> {

    @Override
    @SuppressWarnings("unchecked") // the test says what type the answer has
    public Poll<T> poll(Context cx) throws Exception {
      return pending ? Poll.pending() : Poll.ready((T) answer.call());
    }

    @Override
    public void abort() {
      aborted = true;
    }

    @Override
    public boolean isFinished() {
      return !pending;
    }

    @Override
    public JoinHandle<T> detach() {
      return this;
    }

    @Override
    public long id() {
      return 1;
    }
  }
}
