package dev.weft.verify.fuzz.kit;

import dev.weft.AsyncAction;
import dev.weft.AsyncBody;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import java.util.Objects;

/**
 * What {@code dev.weft.Async} is replaced by in the blocking run: nothing of the library takes part
 * in it, so it is what the others are measured by.
 */
public final class Plain {

  /*
   * Idea: await calls the future, async calls the body once it is awaited, all on one stack. Of
   * cancellation only the contract is modelled: the request reaches all blocks on that stack; the
   * innermost one gets it at the await where it comes; each other one with the Cancellation that ends
   * what it awaits, or, if that ends otherwise, at its next await, before that future's first poll;
   * and each gets it once.
   */

  private static final ScopedValue<Frame> FRAME = ScopedValue.newInstance();

  private Plain() {}

  /** A future that can be waited for without a poll. */
  interface Blocking<T> {
    T block(Frame awaiting) throws Exception;
  }

  /** A running block. */
  static final class Frame {
    private final Frame around;
    private boolean cancelled;
    private boolean delivered;

    private Frame(Frame around) {
      this.around = around;
    }

    /** Requests the cancellation of the whole stack. */
    void cancel() {
      for (Frame frame = this; frame != null; frame = frame.around) {
        frame.cancelled = true;
      }
    }
  }

  /** Runs the outermost block. */
  public static Object run(AsyncBody<?> body) throws Exception {
    return ScopedValue.where(FRAME, new Frame(null)).call(body::run);
  }

  /** Stands for {@code Async.await}. */
  @SuppressWarnings("unchecked")
  public static <T> T await(Future<T> future) throws Exception {
    Objects.requireNonNull(future);
    Frame frame = FRAME.get();
    if (frame.cancelled && !frame.delivered) {
      frame.delivered = true;
      throw new Cancellation("before the first poll");
    }
    try {
      return ((Blocking<T>) future).block(frame);
    } catch (Cancellation cancellation) {
      frame.delivered |= frame.cancelled;
      throw cancellation;
    }
  }

  /** Stands for {@code Async.awaitUnchecked}. */
  public static <T> T awaitUnchecked(Future<T> future) {
    try {
      return await(future);
    } catch (Exception failure) {
      throw Probe.<RuntimeException>sneak(failure);
    }
  }

  /** Stands for {@code Async.async}. */
  public static <T> Future<T> async(AsyncBody<T> body) {
    return new Block<>(body);
  }

  /** Stands for {@code Async.async}. */
  public static Future<Void> async(AsyncAction body) {
    return new Block<>(new Valueless(body));
  }

  private record Valueless(AsyncAction body) implements AsyncBody<Void> {
    @Override
    public Void run() throws Exception {
      body.run();
      return null;
    }
  }

  private record Block<T>(AsyncBody<T> body) implements Future<T>, Blocking<T> {
    @Override
    public T block(Frame awaiting) throws Exception {
      return ScopedValue.where(FRAME, new Frame(awaiting)).call(body::run);
    }

    @Override
    public Poll<T> poll(Context cx) {
      throw new IllegalStateException("polled in the blocking run");
    }
  }
}
