package dev.weft.kv.store.log;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A request to the writer, and the future of its answer.
 *
 * @param <T> type of the answer
 */
abstract class WriteCall<T extends @Nullable Object> extends LeafFuture<T> {

  // The batch is the owner's. Place and waker are guarded by the queue's lock. Result and failure
  // are
  // written by the writer before the batch is done and read by the owner after it.
  private final WriteQueue queue;
  private @Nullable Batch batch;
  private int place;
  private @Nullable Waker waker;
  private @Nullable Object result;
  private @Nullable IOException failure;

  WriteCall(WriteQueue queue) {
    this.queue = queue;
  }

  /** Does the work, on the writing thread, and returns the answer. */
  abstract T run(Writer writer) throws IOException;

  /** What it takes in the log, at most. */
  abstract long bytes();

  /** Whether it is taken after the storage began to close. */
  boolean isInternal() {
    return false;
  }

  /** The answer if there is no writer any more: that failure, unless there was nothing to do. */
  void end(WriteQueue.Refusal why) throws IOException {
    throw why.toException();
  }

  @Override
  protected final @Nullable Object pollLeaf(Context cx) throws IOException {
    Batch joined = batch;
    if (joined == null) {
      WriteQueue.Refusal refusal = queue.add(this, cx.waker());
      if (refusal == null) {
        return PENDING;
      }
      end(refusal);
      return null;
    }
    if (!queue.poll(this, joined, cx)) {
      return PENDING;
    }
    if (failure != null) {
      throw failure;
    }
    return result;
  }

  @Override
  protected final boolean cancelLeaf() {
    if (batch != null) {
      queue.cancel(this, batch);
    }
    return true;
  }

  void enqueued(Batch batch, int place, Waker waker) {
    this.batch = batch;
    this.place = place;
    this.waker = waker;
  }

  int place() {
    return place;
  }

  void move(int place) {
    this.place = place;
  }

  void setWaker(@Nullable Waker waker) {
    this.waker = waker;
  }

  @Nullable Waker waker() {
    return waker;
  }

  /** Does the work and keeps the answer; a broken log is the writer's matter. */
  final void answer(Writer writer) throws LogFailedException {
    try {
      result = run(writer);
    } catch (LogFailedException broken) {
      throw broken;
    } catch (IOException refused) {
      failure = refused;
    }
  }

  /** Answers with a failure in place of what there was. */
  final void fail(IOException why) {
    failure = why;
  }

  /** Answers a call that came too late for the writer. */
  final void tooLate(WriteQueue.Refusal why) {
    try {
      end(why);
    } catch (IOException refused) {
      failure = refused;
    }
  }
}
