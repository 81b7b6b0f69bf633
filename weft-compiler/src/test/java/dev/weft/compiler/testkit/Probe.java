package dev.weft.compiler.testkit;

import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.RawFuture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the code of a {@link Shapes shape} talks to: it makes the futures, whose outcome the test
 * decides, and notes what happens in which order.
 */
public final class Probe {

  /** How often futures are pending, and which one of them fails or is cancelled. */
  record Plan(int pending, int failing, int cancelled) {}

  private final Plan plan;
  private final boolean blocking;
  private final List<String> log = new ArrayList<>();
  private int polled;
  private boolean cancelDue;

  Probe(Plan plan, boolean blocking) {
    this.plan = plan;
    this.blocking = blocking;
  }

  /** A future that yields the value, if the test doesn't let it fail or be cancelled. */
  public <T> Future<T> f(T value) {
    return new Leaf<>(value);
  }

  /** A future that fails with an exception. */
  public <T> Future<T> failing(Exception failure) {
    return new Leaf<>(null, failure);
  }

  /** Notes a value and returns it. */
  public <T> T log(T value) {
    log.add(String.valueOf(value));
    return value;
  }

  /** A resource whose close takes an await and is noted. */
  public Resource resource(String name) {
    return new Resource(name);
  }

  List<String> log() {
    return log;
  }

  /** How many futures were awaited. */
  int awaited() {
    return polled;
  }

  /** Whether the block has to be cancelled now; asked after each pending poll. */
  boolean takeCancelDue() {
    boolean due = cancelDue;
    cancelDue = false;
    return due;
  }

  /** Closes asynchronously. */
  public final class Resource implements AsyncCloseable {
    private final String name;

    Resource(String name) {
      this.name = name;
    }

    /** A value to use. */
    public Future<String> read() {
      return f(name + "-read");
    }

    @Override
    public Future<Void> closeAsync() {
      log.add("close " + name);
      return new Leaf<>(null);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Its close declares no exception, as {@code Scope}'s does. */
  public interface Quiet extends AsyncCloseable {
    @Override
    default void close() {
      try {
        AsyncCloseable.super.close();
      } catch (IOException failure) {
        throw Codegen.<RuntimeException>sneak(failure);
      }
    }
  }

  /** A resource that closes without a checked exception. */
  public Quiet quiet(String name) {
    return () -> resource(name).closeAsync();
  }

  private final class Leaf<T> extends RawFuture<T> {
    private final T value;
    private final Exception ownFailure;
    private int number = -1;
    private int left;
    private boolean cancelled;

    Leaf(T value) {
      this(value, null);
    }

    Leaf(T value, Exception ownFailure) {
      this.value = value;
      this.ownFailure = ownFailure;
    }

    @Override
    public Object pollRaw(Context cx) throws Exception {
      if (number < 0) {
        number = polled++;
        left = plan.pending();
        log.add("await " + number);
      }
      if (cancelled) {
        throw new AssertionError("polled after its release");
      }
      if (number == plan.cancelled()) {
        if (blocking) {
          throw new Cancellation("of the test");
        }
        cancelDue = true;
        return PENDING;
      }
      if (left-- > 0) {
        cx.waker().wake();
        return PENDING;
      }
      if (number == plan.failing()) {
        throw new Failure(number);
      }
      if (ownFailure != null) {
        throw ownFailure;
      }
      return value;
    }

    @Override
    public boolean cancel() {
      cancelled = true;
      return true;
    }

    @Override
    public boolean claim() {
      return true;
    }
  }

  /** The failure that the test has planned. */
  public static final class Failure extends IOException {
    private static final long serialVersionUID = 1;

    Failure(int number) {
      super("await " + number + " failed");
    }
  }
}
