package dev.weft.compiler.shapes;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What a shape is given: futures that follow a plan, and a log for its side effects. */
public final class Script {

  private final Plan plan;
  private final boolean blocking;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger polled = new AtomicInteger();
  private volatile boolean cancelWanted;

  Script(Plan plan, boolean blocking) {
    this.plan = plan;
    this.blocking = blocking;
  }

  /** Notes a side effect. */
  public void log(String what) {
    log.add(what);
  }

  /** Notes a value and returns it. */
  public <T> T say(T value) {
    log(String.valueOf(value));
    return value;
  }

  /** A future that follows the plan and has this value if that lets it succeed. */
  public <T> Future<T> get(T value) {
    log("get " + value);
    return new Leaf<>("" + value, value, null);
  }

  /** A future that fails whatever the plan says. */
  public <T> Future<T> failing(Exception failure) {
    log("get " + failure.getMessage());
    return new Leaf<>(failure.getMessage(), null, failure);
  }

  List<String> log() {
    return List.copyOf(log);
  }

  /** How many of its futures were polled. */
  int polled() {
    return polled.get();
  }

  /** Whether the future is pending while which the shape is to be cancelled; asked once. */
  boolean takeCancelWanted() {
    boolean wanted = cancelWanted;
    cancelWanted = false;
    return wanted;
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
      if (plan.cancels(index)) {
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
      if (plan.fails(index)) {
        throw new IOException("failed " + name);
      }
      return value;
    }
  }
}
