package dev.weft.everypoll;

import dev.weft.Context;
import dev.weft.codegen.RawFuture;
import dev.weft.stream.AsyncSink;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A sink with room for two items whose flush takes time. What it has taken arrives. */
final class Target implements AsyncSink<Res> {

  private final Run run;
  private final String name;
  private final Consumer<Res> arrived;
  private final List<Res> buffered = new ArrayList<>();
  private Leaf<Void> flush;
  private boolean ready;
  private boolean closed;

  Target(Run run, String name, Consumer<Res> arrived) {
    this.run = run;
    this.name = name;
    this.arrived = arrived;
  }

  @Override
  public boolean pollReady(Context cx) throws Exception {
    if (closed) {
      run.misuse(name + " was used after it was closed");
    }
    ready = buffered.size() < 2 || pollFlush(cx);
    return ready;
  }

  @Override
  public void startSend(Res item) {
    run.require(ready, name + " was sent to without room");
    ready = false;
    buffered.add(item);
  }

  @Override
  public boolean pollFlush(Context cx) throws Exception {
    if (buffered.isEmpty()) {
      return true;
    }
    if (flush == null) {
      flush = (Leaf<Void>) run.<Void>act(name + " flush", () -> null);
    }
    try {
      if (flush.pollRaw(cx) == RawFuture.PENDING) {
        return false;
      }
    } finally {
      if (!flush.isLeft()) {
        flush = null;
      }
    }
    buffered.forEach(arrived);
    buffered.clear();
    return true;
  }

  @Override
  public boolean pollClose(Context cx) throws Exception {
    closed = pollFlush(cx);
    return closed;
  }

  @Override
  public void cancelSend() {
    if (flush != null) {
      flush.release();
      flush = null;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
