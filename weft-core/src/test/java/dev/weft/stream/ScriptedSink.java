package dev.weft.stream;

import dev.weft.Context;
import dev.weft.Waker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sink with a bounded buffer that checks the protocol. Opened and closed by its test. */
final class ScriptedSink implements AsyncSink<String> {

  final List<String> buffered = new ArrayList<>();
  final List<String> arrived = new ArrayList<>();
  boolean stalled; // flushing is pending
  @Nullable Exception failure;
  boolean closed;
  @Nullable Waker waker;
  private final int capacity;
  private boolean ready;

  ScriptedSink(int capacity) {
    this.capacity = capacity;
  }

  void release() {
    stalled = false;
    if (waker != null) {
      waker.wake();
    }
  }

  @Override
  public boolean pollReady(Context cx) throws Exception {
    ready = buffered.size() < capacity || pollFlush(cx);
    return ready;
  }

  @Override
  public void startSend(String item) {
    if (!ready) {
      throw new IllegalStateException("startSend without pollReady");
    }
    ready = false;
    buffered.add(item);
  }

  @Override
  public boolean pollFlush(Context cx) throws Exception {
    if (failure != null) {
      throw failure;
    }
    waker = stalled ? cx.waker() : null;
    if (!stalled) {
      arrived.addAll(buffered);
      buffered.clear();
    }
    return !stalled;
  }

  @Override
  public boolean pollClose(Context cx) throws Exception {
    closed = pollFlush(cx);
    return closed;
  }

  @Override
  public void cancelSend() {
    waker = null;
  }
}
