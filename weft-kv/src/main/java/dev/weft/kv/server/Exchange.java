package dev.weft.kv.server;

import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request as its hooks see it. */
final class Exchange {

  /*
   * State: `failed` is set by the first hook that throws before a response is sent; the request then
   * ends with a 500. `over` makes ended() the last call and the only one.
   */

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final RequestObserver[] observers;
  private boolean failed;
  private boolean over;

  private Exchange(RequestObserver[] observers) {
    this.observers = observers;
  }

  static Exchange begin(List<ServiceHook> hooks, String peer, CommandRequest request) {
    var observers = new RequestObserver[hooks.size()];
    var exchange = new Exchange(observers);
    for (int i = 0; i < observers.length; i++) {
      ServiceHook hook = hooks.get(i);
      observers[i] = RequestObserver.NONE;
      try {
        observers[i] = hook.received(peer, request);
      } catch (RuntimeException failure) {
        exchange.fail("received", hook, failure);
      }
    }
    return exchange;
  }

  /** Whether the request ends with a 500 because of a hook. */
  boolean hasFailed() {
    return failed;
  }

  /** What is to be sent in place of a response. */
  CommandResponse respond(CommandResponse response) {
    CommandResponse current = response;
    for (RequestObserver observer : observers) {
      try {
        observer.executed(current);
      } catch (RuntimeException failure) {
        current = fail("executed", observer, failure);
      }
    }
    for (RequestObserver observer : observers) {
      try {
        current = observer.beforeSend(current);
      } catch (RuntimeException failure) {
        current = fail("beforeSend", observer, failure);
      }
    }
    return current;
  }

  void sent(CommandResponse response) {
    if (over) {
      return;
    }
    for (RequestObserver observer : observers) {
      try {
        observer.afterSend(response);
      } catch (RuntimeException failure) {
        log("afterSend", observer, failure);
      }
    }
  }

  void end(@Nullable Throwable cause) {
    if (over) {
      return;
    }
    over = true;
    for (RequestObserver observer : observers) {
      try {
        observer.ended(cause);
      } catch (RuntimeException failure) {
        log("ended", observer, failure);
      }
    }
  }

  private CommandResponse fail(String step, Object hook, RuntimeException failure) {
    failed = true;
    log(step, hook, failure);
    return Refusals.hookFailed();
  }

  private static void log(String step, Object hook, RuntimeException failure) {
    LOG.log(Level.ERROR, () -> step + " of the hook " + hook + " failed", failure);
  }
}
