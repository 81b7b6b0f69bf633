package dev.weft.signal;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A wait for one signal; it listens from its first poll to its end. */
final class SignalFuture extends LeafFuture<String> {

  private final SignalRegistry registry;
  private final List<String> names;
  private @Nullable SignalStream listening;

  SignalFuture(SignalRegistry registry, List<String> names) {
    this.registry = registry;
    this.names = names;
  }

  @Override
  protected Object pollLeaf(Context cx) {
    SignalStream stream = listening;
    if (stream == null) {
      stream = new SignalStream(registry, names).started();
      listening = stream;
    }
    if (stream.pollNext(cx) instanceof String name) {
      stream.closeNow();
      return name;
    }
    return PENDING;
  }

  @Override
  protected boolean cancelLeaf() {
    if (listening != null) {
      listening.cancelNext(); // else the close would wake this task
      listening.closeNow();
    }
    return true;
  }

  @Override
  public String toString() {
    return "Signals.once" + names;
  }
}
