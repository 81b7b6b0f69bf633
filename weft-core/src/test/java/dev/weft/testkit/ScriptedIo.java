package dev.weft.testkit;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection that does what a script says: it is ready, pending, short or broken where a test
 * wants it. The script of reads and that of writes are independent; after the last step reads give
 * the end of the source, and writes accept everything.
 *
 * <pre>{@code
 * ScriptedIo io = new ScriptedIo().gives("par").pends().gives("tial").breaks(new IOException("x"));
 * ScriptedIo slow = ScriptedIo.byteByByte(frame);
 * ScriptedIo narrow = new ScriptedIo().accepts(3).refuses().writeBreaks(new IOException("full"));
 * }</pre>
 *
 * <p>It checks its users, too: {@link #readWaker} and {@link #writeWaker} tell whether somebody is
 * registered, so that a test can see that a cancelled operation has left nothing behind.
 *
 * <p><em>Threads:</em> any; a test may look on from its own.
 */
public final class ScriptedIo implements AsyncRead, AsyncWrite {

  /*
   * State: two queues of steps, consumed from the front. A Bytes step stays in front until all of it is
   * read; a Stall stays until release(). `eachWrite` limits every write, after the scripted ones. All of
   * it is guarded by the monitor; wakers are called outside of it.
   */

  private sealed interface Step {}

  private record Bytes(ByteBuffer left) implements Step {}

  private record Room(int bytes) implements Step {}

  private record Pend() implements Step {}

  private record Stall() implements Step {}

  private record Break(IOException failure) implements Step {}

  private static final int STALLED = -1;

  private final Deque<Step> reads = new ArrayDeque<>();
  private final Deque<Step> writes = new ArrayDeque<>();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private @Nullable Waker reader;
  private @Nullable Waker writer;
  private int eachWrite = Integer.MAX_VALUE;
  private boolean pendsBetweenWrites;
  private boolean justWrote;
  private int readCalls;
  private int writeCalls;
  private int flushes;
  private boolean shutDown;

  /** Creates a connection that gives nothing and accepts everything. */
  public ScriptedIo() {}

  /**
   * A connection that gives bytes one at a time, with a pending answer before each and before the
   * end.
   *
   * @param bytes what it gives
   * @return the connection
   */
  public static ScriptedIo byteByByte(byte[] bytes) {
    ScriptedIo io = new ScriptedIo();
    for (byte each : bytes) {
      io.pends().gives(new byte[] {each});
    }
    return io.pends();
  }

  /**
   * A connection that gives bytes in two parts with a pending answer before, between and after
   * them.
   *
   * @param bytes what it gives
   * @param at where to cut, from 0 to the length; an empty part is left out
   * @return the connection
   */
  public static ScriptedIo cut(byte[] bytes, int at) {
    ScriptedIo io = new ScriptedIo().pends();
    io.gives(Arrays.copyOfRange(bytes, 0, at)).pends();
    return io.gives(Arrays.copyOfRange(bytes, at, bytes.length)).pends();
  }

  /** The next reads get these bytes, as many at once as they have room for. */
  public synchronized ScriptedIo gives(byte[] bytes) {
    if (bytes.length > 0) {
      reads.add(new Bytes(ByteBuffer.wrap(bytes.clone())));
    }
    return this;
  }

  /** The next reads get this text in UTF-8. */
  public ScriptedIo gives(String text) {
    return gives(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The next read is pending and is woken at once. */
  public synchronized ScriptedIo pends() {
    reads.add(new Pend());
    return this;
  }

  /** Reads are pending from here on, until {@link #release}. */
  public synchronized ScriptedIo stalls() {
    reads.add(new Stall());
    return this;
  }

  /** The next read fails; the script goes on after it. */
  public synchronized ScriptedIo breaks(IOException failure) {
    reads.add(new Break(failure));
    return this;
  }

  /** The next write takes at most so many bytes. */
  public synchronized ScriptedIo accepts(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("accepts(" + bytes + "): a write takes at least one byte");
    }
    writes.add(new Room(bytes));
    return this;
  }

  /** The next write, flush or shutdown is pending and is woken at once. */
  public synchronized ScriptedIo refuses() {
    writes.add(new Pend());
    return this;
  }

  /** Writes, flushes and the shutdown are pending from here on, until {@link #release}. */
  public synchronized ScriptedIo writeStalls() {
    writes.add(new Stall());
    return this;
  }

  /** The next write, flush or shutdown fails; the script goes on after it. */
  public synchronized ScriptedIo writeBreaks(IOException failure) {
    writes.add(new Break(failure));
    return this;
  }

  /** Each write beyond the script takes at most so many bytes. */
  public synchronized ScriptedIo eachWriteAccepts(int bytes) {
    eachWrite = bytes;
    return this;
  }

  /** Beyond the script a write takes one byte, and each other one is pending. */
  public synchronized ScriptedIo acceptsByteByByte() {
    eachWrite = 1;
    pendsBetweenWrites = true;
    return this;
  }

  /** Ends the stalls that reads or writes have run into, and wakes those that wait for it. */
  public void release() {
    Waker first;
    Waker second;
    synchronized (this) {
      first = endStall(reads) ? takeReader() : null;
      second = endStall(writes) ? takeWriter() : null;
    }
    if (first != null) {
      first.wake();
    }
    if (second != null) {
      second.wake();
    }
  }

  private static boolean endStall(Deque<Step> steps) {
    if (steps.peek() instanceof Stall) {
      steps.remove();
      return true;
    }
    return false;
  }

  private @Nullable Waker takeReader() {
    Waker waker = reader;
    reader = null;
    return waker;
  }

  private @Nullable Waker takeWriter() {
    Waker waker = writer;
    writer = null;
    return waker;
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    Objects.requireNonNull(cx, "cx");
    synchronized (this) {
      readCalls++;
      if (!target.hasRemaining()) {
        return 0;
      }
      reader = null;
      switch (reads.peek()) {
        case null -> {
          return EOF;
        }
        case Bytes(ByteBuffer left) -> {
          int count = transfer(left, target);
          if (!left.hasRemaining()) {
            reads.remove();
          }
          return count;
        }
        case Break(IOException failure) -> {
          reads.remove();
          throw failure;
        }
        case Stall _ -> {
          reader = cx.waker();
          return AsyncRead.PENDING;
        }
        case Pend _ -> {
          reads.remove();
          reader = cx.waker();
        }
        case Room _ -> throw new AssertionError("a step of the writes among the reads");
      }
    }
    cx.waker().wake();
    return AsyncRead.PENDING;
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    Objects.requireNonNull(cx, "cx");
    synchronized (this) {
      writeCalls++;
      if (shutDown) {
        throw new IOException("The scripted connection was shut down.");
      }
      if (!source.hasRemaining()) {
        return 0;
      }
      int room = room(cx);
      if (room == STALLED) {
        return AsyncWrite.PENDING;
      }
      if (room > 0) {
        byte[] taken = new byte[Math.min(room, source.remaining())];
        source.get(taken);
        written.writeBytes(taken);
        justWrote = true;
        return taken.length;
      }
    }
    cx.waker().wake();
    return AsyncWrite.PENDING;
  }

  /** Consumes a step; returns how many bytes may be written, 0 for pending, or STALLED. */
  private int room(Context cx) throws IOException {
    writer = null;
    switch (writes.peek()) {
      case null -> {
        if (!pendsBetweenWrites || !justWrote) {
          return eachWrite;
        }
        justWrote = false;
      }
      case Room(int bytes) -> {
        writes.remove();
        return bytes;
      }
      case Break(IOException failure) -> {
        writes.remove();
        throw failure;
      }
      case Pend _ -> writes.remove();
      case Stall _ -> {
        writer = cx.waker();
        return STALLED;
      }
      case Bytes _ -> throw new AssertionError("a step of the reads among the writes");
    }
    writer = cx.waker();
    return 0;
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    return settle(cx, false);
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    return settle(cx, true);
  }

  private boolean settle(Context cx, boolean end) throws IOException {
    Objects.requireNonNull(cx, "cx");
    synchronized (this) {
      if (writes.isEmpty() || writes.peek() instanceof Room) {
        flushes += end ? 0 : 1;
        shutDown |= end;
        return true;
      }
      if (room(cx) == STALLED) {
        return false;
      }
    }
    cx.waker().wake();
    return false;
  }

  @Override
  public synchronized void cancelRead() {
    reader = null;
  }

  @Override
  public synchronized void cancelWrite() {
    writer = null;
  }

  /** What was written so far. */
  public synchronized byte[] written() {
    return written.toByteArray();
  }

  /** What was written so far, as UTF-8. */
  public String writtenText() {
    return new String(written(), StandardCharsets.UTF_8);
  }

  /** How often a read was tried. */
  public synchronized int readCalls() {
    return readCalls;
  }

  /** How often a write was tried. */
  public synchronized int writeCalls() {
    return writeCalls;
  }

  /** How often it was flushed to the end. */
  public synchronized int flushes() {
    return flushes;
  }

  /** Whether it was shut down. */
  public synchronized boolean isShutDown() {
    return shutDown;
  }

  /** Who waits to read; {@code null} if nobody does. */
  public synchronized @Nullable Waker readWaker() {
    return reader;
  }

  /** Who waits to write; {@code null} if nobody does. */
  public synchronized @Nullable Waker writeWaker() {
    return writer;
  }

  private static int transfer(ByteBuffer from, ByteBuffer to) {
    int count = Math.min(from.remaining(), to.remaining());
    to.put(to.position(), from, from.position(), count);
    to.position(to.position() + count);
    from.position(from.position() + count);
    return count;
  }
}
