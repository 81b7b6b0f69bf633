package dev.weft.everypoll;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * What the scenario of one run is made from, and the book of what became of it: resources, blocks
 * that were entered and left, leaves, and the steps in their order.
 */
public final class Run {

  private final long seed;
  private final HandRuntime runtime;
  private final Map<String, Integer> names = new HashMap<>();
  private final List<Res> resources = new ArrayList<>();
  private final List<Leaf<?>> leaves = new ArrayList<>();
  private final List<Items> sources = new ArrayList<>();
  private final List<String> mayBeLeft = new ArrayList<>();
  private final Map<String, Integer> inside = new TreeMap<>();
  private final List<Leaf<?>> waiting = new ArrayList<>();
  private final List<Callable<? extends Future<?>>> atEnd = new ArrayList<>();
  final List<String> log = new ArrayList<>();
  final List<String> faults = new ArrayList<>();
  Runnable atLeafPoll = () -> {};
  int leafPolls;

  Run(long seed, HandRuntime runtime) {
    this.seed = seed;
    this.runtime = runtime;
  }

  private String unique(String name) {
    return name + names.merge(name, 1, Integer::sum);
  }

  private SplittableRandom randomFor(String name) {
    return new SplittableRandom(seed * 31 + name.hashCode());
  }

  /** A leaf that hands out a resource or fails. */
  public Future<Res> leaf(String name) {
    String one = unique(name);
    SplittableRandom random = randomFor(one);
    return add(new Leaf<>(this, one, random, true, () -> handedOut(one, random)));
  }

  /** A leaf without a value that never fails. */
  public Future<Void> tick(String name) {
    return act(name, () -> null);
  }

  /** A leaf that does something in the end and never fails. */
  public <T> Future<T> act(String name, Supplier<T> action) {
    String one = unique(name);
    return add(new Leaf<>(this, one, randomFor(one), false, action));
  }

  <T> Leaf<T> add(Leaf<T> leaf) {
    leaves.add(leaf);
    return leaf;
  }

  /** A source of resources. */
  public AsyncStream<Res> items(String name, int count) {
    String one = unique(name);
    var items = new Items(this, one, count, randomFor(one));
    sources.add(items);
    return items;
  }

  /** A sink that counts what arrives as delivered. */
  public AsyncSink<Res> sink(String name) {
    return new Target(this, unique(name), this::take);
  }

  /** A sink that puts what arrives into a list. */
  public AsyncSink<Res> sinkInto(String name, Collection<Res> arrived) {
    return new Target(this, unique(name), arrived::add);
  }

  Res handedOut(String name, SplittableRandom random) {
    Res made = random.nextInt(4) == 0 ? new SlowRes(this, name, true) : new Res(this, name, true);
    resources.add(made);
    return made;
  }

  /**
   * A resource of the scenario's own, which may vanish unless it says that it has given it away.
   */
  public Res own(String name) {
    var made = new Res(this, unique(name), false);
    resources.add(made);
    return made;
  }

  /** Says that the scenario's code has received whatever resources there are in a value. */
  public <T> T take(T value) {
    eachIn(value, res -> res.delivered++);
    return value;
  }

  /** Says that a resource was found in a place where it may stay. */
  public void stillThere(Object value) {
    eachIn(value, res -> res.kept++);
  }

  private void eachIn(Object value, java.util.function.Consumer<Res> action) {
    switch (value) {
      case null -> {}
      case Res res -> {
        log(res + " received");
        action.accept(res);
      }
      case Collection<?> several -> several.forEach(one -> eachIn(one, action));
      case Optional<?> one -> eachIn(one.orElse(null), action);
      case Record parts -> {
        for (RecordComponent part : parts.getClass().getRecordComponents()) {
          eachIn(read(part.getAccessor(), parts), action);
        }
      }
      default -> {}
    }
  }

  private static Object read(Method accessor, Object of) {
    try {
      accessor.setAccessible(true);
      return accessor.invoke(of);
    } catch (IllegalAccessException | InvocationTargetException impossible) {
      throw new AssertionError(impossible);
    }
  }

  public void entered(String name) {
    log(name + " {");
    inside.merge(name, 1, Integer::sum);
  }

  public void left(String name) {
    log(name + " }");
    inside.merge(name, -1, Integer::sum);
  }

  /** A leaf that the scenario keeps for itself need not be over. */
  public void mayBeLeft(Future<?> leaf) {
    mayBeLeft.add(leaf.toString());
  }

  /** Adds what is run to its end after the scenario, to see what is left. */
  public void atEnd(Callable<? extends Future<?>> probe) {
    atEnd.add(probe);
  }

  public void require(boolean holds, String what) {
    if (!holds) {
      faults.add(what);
    }
  }

  public void log(String line) {
    log.add(line);
  }

  /** The runtime, for what wants to be given one. */
  public dev.weft.Weft weft() {
    return runtime;
  }

  void misuse(String what) {
    faults.add(what);
  }

  void polled(String name) {
    log.add(name + " polled");
    leafPolls++;
    atLeafPoll.run();
  }

  void waiting(Leaf<?> leaf) {
    waiting.add(leaf);
  }

  void waitsNoMore(Leaf<?> leaf) {
    waiting.remove(leaf);
  }

  boolean fireOne(SplittableRandom random) {
    if (waiting.isEmpty()) {
      return false;
    }
    waiting.remove(random.nextInt(waiting.size())).fire();
    return true;
  }

  List<Callable<? extends Future<?>>> probes() {
    return atEnd;
  }

  void check() {
    for (Res resource : resources) {
      String fault = resource.fault();
      if (fault != null) {
        faults.add(fault);
      }
    }
    for (Leaf<?> leaf : leaves) {
      if (leaf.isLeft() && !mayBeLeft.contains(leaf.name)) {
        faults.add(leaf + " was left pending and not cancelled");
      }
    }
    for (Items source : sources) {
      if (source.isLeft() && !mayBeLeft.contains(source.toString())) {
        faults.add(source + " was left open");
      }
    }
    inside.forEach(
        (name, count) -> {
          if (count != 0) {
            faults.add(name + " was entered " + count + " times more than it was left");
          }
        });
  }

  /** A leaf that is ready once the run says so, for a race that is to be lost. */
  static final class Trigger extends LeafFuture<String> {
    private boolean fired;
    private dev.weft.Waker waker;

    void fire() {
      fired = true;
      if (waker != null) {
        waker.wake();
      }
    }

    @Override
    protected Object pollLeaf(Context cx) {
      waker = cx.waker();
      return fired ? "lost" : PENDING;
    }
  }
}
