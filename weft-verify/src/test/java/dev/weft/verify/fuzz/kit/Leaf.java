package dev.weft.verify.fuzz.kit;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.codegen.LeafFuture;
import java.io.IOException;

/** A future that follows the plan of its probe. */
final class Leaf<T> extends LeafFuture<T> implements Plain.Blocking<T> {
  private final Probe probe;
  private final T value;
  private int index = -1;
  private int pendings;
  private Plan.Fate fate;
  private boolean cancelled;

  Leaf(Probe probe, T value) {
    this.probe = probe;
    this.value = value;
  }

  private void begin() {
    index = probe.nextIndex();
    fate = probe.plan().fate(index);
    pendings = fate.pendings();
  }

  @Override
  public T block(Plain.Frame awaiting) throws Exception {
    begin();
    if (fate.cancel()) {
      awaiting.cancel();
      if (!probe.plan().late()) {
        throw new Cancellation("while pending");
      }
    }
    return end();
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    if (index < 0) {
      begin();
    }
    if (pendings-- > 0) {
      cx.waker().wake();
      return PENDING;
    }
    if (fate.cancel() && !cancelled) {
      probe.wantCancel();
      return PENDING;
    }
    return end();
  }

  @Override
  protected boolean cancelLeaf() {
    cancelled = true;
    return index < 0 || !probe.plan().late();
  }

  private T end() throws IOException, Oops {
    return switch (fate.end()) {
      case VALUE -> value;
      case CHECKED -> {
        if (index % 2 == 0) {
          throw new IOException("f" + index);
        }
        throw new Oops("f" + index);
      }
      case UNCHECKED -> throw new Bad("f" + index);
      case ERROR -> throw new AssertionError("f" + index);
    };
  }

  /** The same as a future of somebody who knows the public interface only. */
  Future<T> foreign() {
    return new Foreign();
  }

  private final class Foreign implements Future<T>, Plain.Blocking<T> {
    @Override
    public Poll<T> poll(Context cx) throws Exception {
      return Leaf.this.poll(cx);
    }

    @Override
    public boolean cancel() {
      return Leaf.this.cancel();
    }

    @Override
    public T block(Plain.Frame awaiting) throws Exception {
      return Leaf.this.block(awaiting);
    }
  }
}
