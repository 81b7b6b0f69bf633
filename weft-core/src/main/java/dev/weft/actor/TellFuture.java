package dev.weft.actor;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.cleanup.Discards;
import dev.weft.sync.ClosedException;
import dev.weft.sync.TrySend;
import org.jspecify.annotations.Nullable;

/** Puts an envelope into an actor's mailbox. */
final class TellFuture<M> extends LeafFuture<Void> {

  private final ActorCell<M> cell;
  private final Envelope<M> envelope;
  private @Nullable RawFuture<Void> sending;
  private @Nullable Discards late; // closes what came too late

  TellFuture(ActorCell<M> cell, Envelope<M> envelope) {
    this.cell = cell;
    this.envelope = envelope;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (sending == null && cell.isCaller()) {
      return tellSelf();
    }
    RawFuture<Void> send = sending;
    if (send == null) {
      send = RawFuture.own(cell.sender().send(envelope));
      sending = send;
    }
    if (late != null) {
      return late.areDone(cx) ? null : PENDING;
    }
    try {
      Object sent = send.pollRaw(cx);
      return sent != PENDING && cell.isOver() ? closeLate(cx) : sent;
    } catch (ClosedException stopped) {
      throw cell.stopped();
    }
  }

  /** Room was reserved while the actor ended: nobody takes the message out again. */
  private @Nullable Object closeLate(Context cx) {
    var closing = new Discards();
    for (M message : cell.refuse()) {
      closing.add(message, cx);
    }
    if (closing.areDone(cx)) {
      return null;
    }
    late = closing;
    return PENDING;
  }

  private @Nullable Object tellSelf() throws ClosedException {
    return switch (cell.sender().trySend(envelope)) {
      case TrySend.Sent<Envelope<M>> _ -> null;
      case TrySend.Closed<Envelope<M>> _ -> throw cell.stopped();
      case TrySend.Full<Envelope<M>> _ ->
          throw new IllegalStateException(
              cell
                  + " tells itself something in its own handler while its mailbox is full, and would"
                  + " wait for itself for ever; use tryTell, or a larger mailbox.");
    };
  }

  @Override
  protected boolean cancelLeaf() {
    RawFuture<Void> send = sending;
    return late == null && (send == null || send.cancel());
  }
}
