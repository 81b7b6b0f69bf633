package dev.weft.io;

import dev.weft.Context;
import dev.weft.Waker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A source that a thread of its own reads from a blocking stream, on demand. */
final class ThreadedRead implements AsyncRead {

  /*
   * Idea: a read that finds the buffer empty sets `wanted`; the thread then reads once, whoever may have
   * given up meanwhile, and leaves the bytes here. It never reads ahead, so that a program which is
   * started after this one has stopped reading gets its own input.
   *
   * State, under the lock of the HelperThread, which is never held during a call on the stream: bytes from `start` to `end` are
   * there; `wanted` from the demand to the arrival; `ended` or `failure` for good, after which there is
   * no thread. While `wanted` is set the buffer is the thread's.
   */

  private static final int BUFFER_BYTES = 8 * 1024;

  private final InputStream source;
  private final String name;
  private final HelperThread thread;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private boolean wanted;
  private int start;
  private int end;
  private boolean ended;
  private @Nullable IOException failure;

  /**
   * Creates a source that hasn't read.
   *
   * @param threads makes a daemon thread that hasn't been started
   */
  ThreadedRead(InputStream source, Function<Runnable, Thread> threads, String name) {
    this.source = source;
    this.thread = new HelperThread(threads);
    this.name = name;
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    thread.lock();
    try {
      if (!wanted && start < end) {
        int count = Math.min(end - start, target.remaining());
        target.put(buffer, start, count);
        start += count;
        return count;
      }
      if (ended) {
        return EOF;
      }
      IOException broken = failure;
      if (broken != null) {
        throw new IOException(name + " can't be read: " + broken.getMessage(), broken);
      }
      thread.keep(cx.waker());
      wanted = true;
      thread.call(this::readOnDemand);
      return PENDING;
    } finally {
      thread.unlock();
    }
  }

  private void readOnDemand() {
    boolean goOn = true;
    while (goOn) {
      awaitDemand();
      int count = 0;
      IOException broken = null;
      try {
        count = source.read(buffer);
      } catch (IOException thrown) {
        broken = thrown;
      }
      goOn = arrived(count, broken);
    }
  }

  private void awaitDemand() {
    thread.lock();
    try {
      thread.awaitWork(() -> wanted);
    } finally {
      thread.unlock();
    }
  }

  /** Notes what a read has brought; false if it was the last. */
  private boolean arrived(int count, @Nullable IOException broken) {
    Waker waiting;
    thread.lock();
    try {
      start = 0;
      end = Math.max(0, count);
      ended = count < 0;
      failure = broken;
      wanted = false;
      waiting = thread.takeWaker();
    } finally {
      thread.unlock();
    }
    if (waiting != null) {
      waiting.wake();
    }
    return count >= 0 && broken == null;
  }

  @Override
  public void cancelRead() {
    thread.forgetWaker();
  }

  @Override
  public String toString() {
    return name;
  }
}
