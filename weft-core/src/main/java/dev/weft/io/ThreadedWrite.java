package dev.weft.io;

import dev.weft.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A target that a thread of its own writes to a blocking stream. */
final class ThreadedWrite implements AsyncWrite {

  /*
   * Idea: writes are gathered in one buffer while the thread writes the other; then they change places.
   *
   * State, under the lock of the HelperThread, which is never held during a call on the stream: `filling` is for the writer;
   * `busy` while the thread writes. A failure stays, and what was accepted is dropped then. A PrintStream
   * swallows failures, so it is asked for them.
   */

  private static final int MOST_BYTES = 64 * 1024;

  private final OutputStream target;
  private final String name;
  private final HelperThread thread;
  private ByteBuffer filling = ByteBuffer.allocate(MOST_BYTES);
  private ByteBuffer writing = ByteBuffer.allocate(MOST_BYTES);
  private boolean busy;
  private @Nullable IOException failure;

  /**
   * Creates a target that hasn't written.
   *
   * @param threads makes a daemon thread that hasn't been started
   */
  ThreadedWrite(OutputStream target, Function<Runnable, Thread> threads, String name) {
    this.target = target;
    this.thread = new HelperThread(threads);
    this.name = name;
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    if (!source.hasRemaining()) {
      return 0;
    }
    thread.lock();
    try {
      requireWhole();
      int count = Math.min(source.remaining(), filling.remaining());
      if (count == 0) {
        thread.keep(cx.waker());
        return PENDING;
      }
      filling.put(filling.position(), source, source.position(), count);
      filling.position(filling.position() + count);
      source.position(source.position() + count);
      thread.call(this::writeAll);
      return count;
    } finally {
      thread.unlock();
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
    thread.lock();
    try {
      requireWhole();
      if (filling.position() == 0 && !busy) {
        return true;
      }
      thread.keep(cx.waker());
      return false;
    } finally {
      thread.unlock();
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
    thread.lock();
    try {
      thread.awaitWork(() -> filling.position() > 0);
      ByteBuffer taken = filling;
      filling = writing.clear();
      writing = taken;
      busy = true;
      thread.wake(); // There is room.
      return taken;
    } finally {
      thread.unlock();
    }
  }

  /** Notes the end of a write; false if it was the last. */
  private boolean written(@Nullable IOException broken) {
    thread.lock();
    try {
      busy = false;
      failure = broken;
      if (filling.position() == 0 || broken != null) {
        thread.wake();
      }
      return broken == null;
    } finally {
      thread.unlock();
    }
  }

  @Override
  public void cancelWrite() {
    thread.forgetWaker();
  }

  @Override
  public String toString() {
    return name;
  }
}
