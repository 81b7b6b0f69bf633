package dev.weft.compiler.testkit;

import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a piece of code is given that is to be compared with itself: futures that follow a plan,
 * resources, and a log for its side effects.
 */
public final class Script {

  private final Plan plan;
  private final boolean blocking;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger polled = new AtomicInteger();
  private volatile boolean cancelWanted;

  /** One for a run, with blocking awaits or not. */
  public Script(Plan plan, boolean blocking) {
    this.plan = plan;
    this.blocking = blocking;
  }

  /** Notes a side effect. */
  public void log(String what) {
    log.add(what);
  }

  /** Notes a value and returns it. */
  public <T> T say(T value) {
    log(text(value));
    return value;
  }

  /** A future that follows the plan and has this value if that lets it succeed. */
  public <T> Future<T> get(T value) {
    log("get " + text(value));
    return new Leaf<>(text(value), value, null);
  }

  /** A future that fails whatever the plan says. */
  public <T> Future<T> failing(Exception failure) {
    log("get " + failure.getMessage());
    return new Leaf<>(failure.getMessage(), null, failure);
  }

  /** A resource that closes asynchronously, which is noted. */
  public Resource resource(String name) {
    return new Resource(name);
  }

  /** A resource that closes without a checked exception. */
  public Quiet quiet(String name) {
    return () -> resource(name).closeAsync();
  }

  /** The text of a value, the same in each run also for those without a text of their own. */
  private static String text(Object value) {
    String text = String.valueOf(value);
    return value != null && text.contains("@") ? value.getClass().getSimpleName() : text;
  }

  List<String> log() {
    return List.copyOf(log);
  }

  /** How many of its futures were polled. */
  public int polled() {
    return polled.get();
  }

  /** Whether the future is pending while which the shape is to be cancelled; asked once. */
  public boolean takeCancelWanted() {
    boolean wanted = cancelWanted;
    cancelWanted = false;
    return wanted;
  }

  /** Closes asynchronously. */
  public final class Resource implements AsyncCloseable {
    private final String name;

    Resource(String name) {
      this.name = name;
    }

    /** A value to use. */
    public Future<String> read() {
      return get(name + "-read");
    }

    @Override
    public Future<Void> closeAsync() {
      log("close " + name);
      return new Leaf<>("close " + name, null, null);
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

  private final class Leaf<T> extends LeafFuture<T> {

    private final String name;
    private final T value;
    private final Exception failure;
    private int index = -1;
    private int pendings = plan.pendings();

    Leaf(String name, T value, Exception failure) {
      this.name = name;
      this.value = value;
      this.failure = failure;
    }

    @Override
    protected Object pollLeaf(Context cx) throws Exception {
      if (index < 0) {
        index = polled.getAndIncrement();
        log("poll " + name);
      }
      if (index == plan.cancelled()) {
        if (blocking) {
          throw new Cancellation("as if cancelled here");
        }
        cancelWanted = true;
        return PENDING;
      }
      if (pendings-- > 0) {
        cx.waker().wake();
        return PENDING;
      }
      if (failure != null) {
        throw failure;
      }
      if (index == plan.failing()) {
        throw new IOException("failed " + name);
      }
      return value;
    }
  }
}
