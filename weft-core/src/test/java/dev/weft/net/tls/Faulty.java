package dev.weft.net.tls;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.DuplexStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** An end of a connection that fails at one of its calls, and at all that follow. */
final class Faulty implements AsyncRead, AsyncWrite, AsyncCloseable {

  /** How it fails. */
  enum Fault {
    NONE,
    IO_ERROR,
    IO_ERROR_WITHOUT_TEXT,
    UNCHECKED
  }

  static final String NAME = "faulty transport";
  static final String REASON = "the cable was cut";

  private final DuplexStream stream;
  private final Fault fault;
  private final int failingCall;
  private int calls;
  private boolean closed;

  /**
   * Creates an end.
   *
   * @param failingCall number of the first call that fails, from 1
   */
  Faulty(DuplexStream stream, Fault fault, int failingCall) {
    this.stream = stream;
    this.fault = fault;
    this.failingCall = failingCall;
  }

  synchronized boolean hasFailed() {
    return fault != Fault.NONE && calls >= failingCall;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void count() throws IOException {
    if (fault == Fault.NONE || ++calls < failingCall) {
      return;
    }
    switch (fault) {
      case IO_ERROR -> throw new IOException(NAME + ": " + REASON);
      case IO_ERROR_WITHOUT_TEXT -> throw new ClosedChannelException();
      default -> throw new IllegalStateException(REASON);
    }
  }

  @Override
  public int pollRead(ByteBuffer target, Context cx) throws IOException {
    count();
    return stream.pollRead(target, cx);
  }

  @Override
  public int pollWrite(ByteBuffer source, Context cx) throws IOException {
    count();
    return stream.pollWrite(source, cx);
  }

  @Override
  public boolean pollFlush(Context cx) throws IOException {
    count();
    return stream.pollFlush(cx);
  }

  @Override
  public boolean pollShutdown(Context cx) throws IOException {
    count();
    return stream.pollShutdown(cx);
  }

  @Override
  public void cancelRead() {
    stream.cancelRead();
  }

  @Override
  public void cancelWrite() {
    stream.cancelWrite();
  }

  @Override
  public synchronized Future<Void> closeAsync() {
    closed = true;
    return stream.closeAsync();
  }

  @Override
  public String toString() {
    return NAME;
  }
}
