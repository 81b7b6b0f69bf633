package dev.weft.stream;

import dev.weft.AsyncFunction;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Waker;
import dev.weft.codegen.Codegen;
import dev.weft.codegen.CompiledBody;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.gate.Gate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stream of what a block emits. */
final class Generator<T> extends Operator<T> implements Emitter<T> {

  /*
   * Idea: the block is polled only when an item is asked for. Its emit puts the item here and is
   * pending; the poll then finds the item and gives it. The next poll first lets that emit know.
   *
   * State: `item` is what was emitted and not taken; `offer` is the emit that put it there, also after it
   * was taken, until it was told. Owned by the task, like the block.
   */

  private final StreamBody<T> body;
  private @Nullable T item;
  private @Nullable Emit<T> offer;
  private boolean begun;
  private boolean finished;
  private boolean stopped; // nobody takes an item any more

  Generator(StreamBody<T> body) {
    this.body = body;
  }

  private Future<?> start() {
    if (body instanceof CompiledBody compiled) {
      return compiled.start(this);
    }
    return Gate.get().<Emitter<T>, @Nullable Void>async(new Uncompiled<>(body), this);
  }

  /** A body that runs stackful, as the plugin hasn't compiled it. */
  private record Uncompiled<T>(StreamBody<T> body)
      implements AsyncFunction<Emitter<T>, @Nullable Void> {

    @Override
    public @Nullable Void apply(Emitter<T> out) throws Exception {
      body.run(out);
      return null;
    }
  }

  @Override
  @Nullable Object step(Context cx) throws Exception {
    Crew crew = crew();
    if (!begun) {
      begun = true;
      crew.add(new Crew.Running(crew, start()));
    }
    Emit<T> taken = offer;
    if (taken != null && item == null) {
      offer = null;
      taken.taken = true;
      crew.wakeQuietly(Objects.requireNonNull(taken.waker));
    }
    Crew.Member block = item == null ? crew.poll(cx) : null;
    if (block != null && block.failure != null) {
      crew.remove(block);
      throw Codegen.<RuntimeException>sneak(block.failure);
    }
    if (block != null) {
      crew.remove(block);
      finished = true;
    }
    T emitted = item;
    if (emitted != null && !turnHeld(cx)) {
      item = null;
      return emitted;
    }
    return finished && emitted == null ? null : RawFuture.PENDING;
  }

  @Override
  boolean leave() {
    return crew().leave();
  }

  @Override
  boolean runs() {
    return true;
  }

  @Override
  void stop() {
    T waiting = item;
    Emit<T> untold = offer;
    if (untold != null && waiting == null) {
      untold.taken = true; // for one that can't be cancelled
    }
    stopped = true;
    item = null;
    offer = null;
    super.stop();
    crew().discard(waiting);
  }

  @Override
  public Future<Void> emit(T item) {
    return new Emit<>(this, Objects.requireNonNull(item, "item"));
  }

  /** One item on its way. */
  private static final class Emit<T> extends LeafFuture<Void> {

    private final Generator<T> stream;
    private final T item;
    private @Nullable Waker waker;
    private boolean taken;

    Emit(Generator<T> stream, T item) {
      this.stream = stream;
      this.item = item;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      if (taken) {
        return null;
      }
      if (stream.stopped || stream.finished) {
        throw new IllegalStateException(
            "The item "
                + item
                + " was emitted after the stream was closed or had ended; a block may only clean up"
                + " then.");
      }
      if (waker == null) {
        if (stream.offer != null) {
          throw new IllegalStateException(
              "The item " + item + " was emitted while another one waits; await one emit first.");
        }
        stream.offer = this;
        stream.item = item;
      }
      waker = cx.waker();
      return PENDING;
    }

    @Override
    protected boolean cancelLeaf() {
      if (stream.offer == this) {
        stream.offer = null;
        stream.item = null;
      }
      return true;
    }
  }
}
