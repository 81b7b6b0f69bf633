package dev.weft.verify.fuzz.kit;

import dev.weft.Async;
import dev.weft.AsyncBody;
import dev.weft.AsyncCloseable;
import dev.weft.AsyncFunction;
import dev.weft.Future;
import dev.weft.codegen.CompiledBody;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The {@code p} of a program: makes its futures, and notes what it does in which order. */
public final class Probe extends Typed {

  /** Iterations of all loops of a run that ask for it. */
  private static final int FUEL = 40;

  private final Plan plan;
  private final boolean blocking;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private int polled;
  private int made;
  private int calls;
  private int flips;
  private int fuel = FUEL;
  private volatile boolean cancelWanted;

  /** Creates a probe for one run. */
  public Probe(Plan plan, boolean blocking) {
    this.plan = plan;
    this.blocking = blocking;
  }

  Plan plan() {
    return plan;
  }

  int nextIndex() {
    log("poll " + polled);
    return polled++;
  }

  void wantCancel() {
    cancelWanted = true;
  }

  /** Whether the block is to be cancelled now; asked after each pending poll. */
  public boolean takeCancelWanted() {
    boolean wanted = cancelWanted;
    cancelWanted = false;
    return wanted;
  }

  /** What has been noted. */
  public List<String> log() {
    return List.copyOf(log);
  }

  /** How many futures were polled. */
  public int polled() {
    return polled;
  }

  @Override
  <T> Future<T> future(T value) {
    var leaf = new Leaf<>(this, value);
    return made++ % 5 == 4 ? leaf.foreign() : leaf;
  }

  @Override
  public void log(String what) {
    log.add(what);
  }

  /** Whether a loop may go on. */
  public boolean go() {
    return fuel-- > 0;
  }

  /** A condition that holds at times. */
  public boolean flip() {
    return new SplittableRandom(plan.seed() + flips++).nextBoolean();
  }

  /** Fails at times. */
  public void may() throws Oops, IOException {
    int call = calls++;
    if (plan.throwsAt(call)) {
      if (call % 2 == 0) {
        throw new Oops("may " + call);
      }
      throw new IOException("may " + call);
    }
  }

  /** An exception to throw. */
  public Bad bad(Object what) {
    return new Bad(Text.of(what));
  }

  /** Values as one text. */
  public String text(Object... values) {
    return Stream.of(values).map(Text::of).collect(Collectors.joining(","));
  }

  /** Arguments of all sizes. */
  public long sum(int a, long b, double c, byte d) {
    return a + b * 3 + (long) c * 5 + d * 7;
  }

  /** Calls what it was given first with what it was given last. */
  public int call(IntSupplier first, int last) {
    return first.getAsInt() * 3 + last;
  }

  /** The value itself. */
  public <T> T id(T value) {
    return value;
  }

  /** One of two values of any type. */
  public <T> T pick(boolean first, T one, T other) {
    return first ? one : other;
  }

  /** An empty reference. */
  public <T> T none() {
    return null;
  }

  /** A list that is not to be changed. */
  @SafeVarargs
  public final <T> List<T> list(T... values) {
    var list = new ArrayList<T>();
    for (T value : values) {
      list.add(value);
    }
    return Collections.unmodifiableList(list);
  }

  /** Starts a block that takes an argument. */
  @SuppressWarnings("unchecked")
  public <A, T> Future<T> start(AsyncFunction<A, T> body, A argument) {
    if (body instanceof CompiledBody compiled) {
      return (Future<T>) compiled.start(argument);
    }
    AsyncBody<T> bound = new Bound<>(body, argument);
    return blocking ? Plain.async(bound) : Async.async(bound);
  }

  private record Bound<A, T>(AsyncFunction<A, T> body, A argument) implements AsyncBody<T> {
    @Override
    public T run() throws Exception {
      return body.apply(argument);
    }
  }

  /** A resource whose close takes an await. */
  public Resource resource(Object name) {
    log("open " + Text.of(name));
    return new Resource(name);
  }

  /** A resource that is closed at once, or fails to be. */
  public Latch latch(Object name) {
    log("open " + Text.of(name));
    return new Latch(name);
  }

  /** Closes asynchronously. */
  public final class Resource implements AsyncCloseable {
    private final Object name;

    Resource(Object name) {
      this.name = name;
    }

    /** Something to await. */
    public Future<Integer> read(int value) {
      return fi(value);
    }

    @Override
    public Future<Void> closeAsync() {
      log("close " + Text.of(name));
      return future(null);
    }

    @Override
    public void close() throws IOException {
      if (blocking) {
        closeBlocking();
      } else {
        AsyncCloseable.super.close();
      }
    }

    private void closeBlocking() throws IOException {
      try {
        Void _ = Plain.await(closeAsync());
      } catch (IOException | RuntimeException failure) {
        throw failure;
      } catch (Exception failure) {
        throw Probe.<RuntimeException>sneak(failure);
      }
    }

    @Override
    public String toString() {
      return Text.of(name);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Throwable> E sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  /** Closes at once. */
  public final class Latch implements AutoCloseable {
    private final Object name;

    Latch(Object name) {
      this.name = name;
    }

    @Override
    public void close() throws Oops, IOException {
      log("shut " + Text.of(name));
      may();
    }

    @Override
    public String toString() {
      return Text.of(name);
    }
  }
}
