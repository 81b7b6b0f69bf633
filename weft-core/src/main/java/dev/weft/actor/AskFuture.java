package dev.weft.actor;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.RawFuture;
import org.jspecify.annotations.Nullable;

/** Sends an envelope and waits for the answer, or for the end of the actor. */
final class AskFuture<R extends @Nullable Object> extends LeafFuture<R> {

  private final ActorCell<?> cell;
  private final RawFuture<@Nullable Object> answer;
  private final RawFuture<Termination> end;
  private final RawFuture<Void> telling;
  private final Reply<R> reply;
  private boolean told;

  <M> AskFuture(ActorCell<M> cell, Envelope<M> envelope, Reply<R> reply) {
    this.cell = cell;
    this.reply = reply;
    telling = new TellFuture<>(cell, envelope);
    answer = RawFuture.own(reply.receiver().recv());
    end = RawFuture.own(cell.watch());
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    if (!told) {
      cell.refuseToAskItself();
      if (telling.pollRaw(cx) == PENDING) {
        return PENDING;
      }
      told = true;
    }
    Object now = answer.pollRaw(cx);
    if (now == PENDING && end.pollRaw(cx) != PENDING) {
      now = answer.pollRaw(cx); // it may have answered at its very end
      if (now == PENDING) {
        giveUp();
        throw cell.stopped();
      }
    } else if (now != PENDING) {
      boolean _ = end.cancel();
    }
    return now == PENDING ? PENDING : Reply.value(now);
  }

  private void giveUp() {
    boolean _ = answer.cancel();
    reply.receiver().close();
  }

  @Override
  protected boolean cancelLeaf() {
    boolean released = told || telling.cancel();
    boolean _ = end.cancel();
    giveUp();
    return released;
  }
}
