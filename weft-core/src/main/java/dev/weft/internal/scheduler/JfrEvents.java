package dev.weft.internal.scheduler;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The events of the JDK's flight recorder. */
@SuppressWarnings("UnusedVariable") // the recorder reads the fields of events
final class JfrEvents implements Events {

  /*
   * Free when off: while nothing records, isEnabled() is a constant for the compiler, and an event that
   * is asked and dropped is never allocated. Spans that nobody records are one shared object.
   *
   * The module is optional, and loading these classes is dear: see Events and RecorderEvents.
   */

  private static Span begun(Span span, Event event) {
    if (!event.isEnabled()) {
      return SilentEvents.SPAN;
    }
    event.begin();
    return span;
  }

  @Override
  public void spawned(long task, @Nullable String name) {
    var event = new Spawn();
    if (event.isEnabled()) {
      event.task = task;
      event.name = name;
      event.commit();
    }
  }

  @Override
  public void stole(int thief, int victim, int tasks) {
    var event = new Steal();
    if (event.isEnabled()) {
      event.thief = thief;
      event.victim = victim;
      event.tasks = tasks;
      event.commit();
    }
  }

  @Override
  public void longPoll(String thread, long task, long lastingNanos, @Nullable String line) {
    var event = new LongPoll();
    if (event.isEnabled()) {
      event.worker = thread;
      event.task = task;
      event.lasting = lastingNanos;
      event.line = line;
      event.commit();
    }
  }

  @Override
  public Span park(int worker) {
    var event = new Park();
    event.worker = worker;
    return begun(event, event);
  }

  @Override
  public Span blockInPlace(long task) {
    var event = new BlockInPlace();
    event.task = task;
    return begun(event, event);
  }

  @Override
  public Span blockingWait() {
    var event = new BlockingWait();
    return begun(event, event);
  }

  @Name("dev.weft.Spawn")
  @Label("Task Spawn")
  @Category("Weft")
  private static final class Spawn extends Event {
    @Label("Task")
    long task;

    @Label("Name")
    @Nullable String name;
  }

  @Name("dev.weft.Steal")
  @Label("Steal")
  @Category("Weft")
  @StackTrace(false)
  private static final class Steal extends Event {
    @Label("Thief")
    int thief;

    @Label("Victim")
    int victim;

    @Label("Tasks")
    int tasks;
  }

  @Name("dev.weft.LongPoll")
  @Label("Long Poll")
  @Category("Weft")
  @StackTrace(false)
  private static final class LongPoll extends Event {
    @Label("Worker")
    @Nullable String worker;

    @Label("Task")
    long task;

    @Label("Lasting")
    @Timespan(Timespan.NANOSECONDS)
    long lasting;

    @Label("Line")
    @Nullable String line;
  }

  @Name("dev.weft.Park")
  @Label("Worker Park")
  @Category("Weft")
  @StackTrace(false)
  private static final class Park extends Event implements Span {
    @Label("Worker")
    int worker;

    @Override
    public void finish() {
      commit();
    }
  }

  @Name("dev.weft.BlockInPlace")
  @Label("Block In Place")
  @Category("Weft")
  private static final class BlockInPlace extends Event implements Span {
    @Label("Task")
    long task;

    @Override
    public void finish() {
      commit();
    }
  }

  @Name("dev.weft.BlockingWait")
  @Label("Blocking Job Wait")
  @Category("Weft")
  @StackTrace(false)
  private static final class BlockingWait extends Event implements Span {
    @Override
    public void finish() {
      commit();
    }
  }
}
