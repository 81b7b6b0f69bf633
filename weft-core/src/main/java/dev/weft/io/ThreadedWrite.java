package dev.weft.io;

import dev.weft.Context;
import dev.weft.Waker;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A target that a thread of its own writes to a blocking stream. */
final class ThreadedWrite implements AsyncWrite {

  /*
   * Idea: writes are gathered in one buffer while the thread writes the other; then they change places.
   *
   * State, under one lock that is never held during a call on the stream: `filling` is for the writer;
   * `busy` while the thread writes. A failure stays, and what was accepted is dropped then. A PrintStream
   * swallows failures, so it is asked for them.
   */

  private static final int MOST_BYTES = 64 * 1024;

  private final OutputStream target;
  private final Function<Runnable, Thread> threads;
  private final String name;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private ByteBuffer filling = ByteBuffer.allocate(MOST_BYTES);
  private ByteBuffer writing = ByteBuffer.allocate(MOST_BYTES);
  private boolean started;
  private boolean busy;
  private @Nullable IOException failure;
  private @Nullable Waker waker;

  /**
   * Creates a target that hasn't written.
   *
   * @param threads makes a daemon thread that hasn't been started
   */
  ThreadedWrite(OutputStream target, Function<Runnable, Thread> threads, String name) {
    this.target = target;
    this.threads = threads;
    this.name = name;
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    if (!source.hasRemaining()) {
      return 0;
    }
    lock.lock();
    try {
      requireWhole();
      int count = Math.min(source.remaining(), filling.remaining());
      if (count == 0) {
        waker = cx.waker();
        return PENDING;
      }
      filling.put(filling.position(), source, source.position(), count);
      filling.position(filling.position() + count);
      source.position(source.position() + count);
      if (!started) {
        threads.apply(this::writeAll).start();
        started = true;
      }
      work.signal();
      return count;
    } finally {
      lock.unlock();
    }
  }

  private void requireWhole() throws IOException {
    IOException broken = failure;
    if (broken != null) {
      throw new IOException(name + " can't be written to: " + broken.getMessage(), broken);
    }
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    lock.lock();
    try {
      requireWhole();
      if (filling.position() == 0 && !busy) {
        return true;
      }
      waker = cx.waker();
      return false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    return pollFlush(cx);
  }

  private void writeAll() {
    boolean goOn = true;
    while (goOn) {
      ByteBuffer bytes = next();
      IOException broken = null;
      try {
        target.write(bytes.array(), bytes.arrayOffset(), bytes.position());
        target.flush();
        if (target instanceof PrintStream print && print.checkError()) {
          broken = new IOException("the stream reports an error");
        }
      } catch (IOException thrown) {
        broken = thrown;
      }
      goOn = written(broken);
    }
  }

  /** Waits for something to write and takes all of it. */
  private ByteBuffer next() {
    lock.lock();
    try {
      while (filling.position() == 0) {
        work.awaitUninterruptibly();
      }
      ByteBuffer taken = filling;
      filling = writing.clear();
      writing = taken;
      busy = true;
      wakeLocked(); // There is room.
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Notes the end of a write; false if it was the last. */
  private boolean written(@Nullable IOException broken) {
    lock.lock();
    try {
      busy = false;
      failure = broken;
      if (filling.position() == 0 || broken != null) {
        wakeLocked();
      }
      return broken == null;
    } finally {
      lock.unlock();
    }
  }

  /** Wakers never run anything inline, so the lock does no harm. */
  private void wakeLocked() {
    Waker waiting = waker;
    waker = null;
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  public void cancelWrite() {
    lock.lock();
    try {
      waker = null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
