package dev.weft.actor;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.TaskLocal;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.coroutine.Promise;
import dev.weft.sync.ClosedException;
import dev.weft.sync.Mpsc;
import dev.weft.sync.TryRecv;
import dev.weft.sync.TrySend;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A running actor: what others and its own code share with its loop. */
final class ActorCell<M> implements ActorRef<M>, ActorContext<M> {

  /*
   * Idea: an actor is one task that runs an ActorLoop. Others reach it through the mailbox, through flags
   * and the queue of failed children, which they write before they wake the loop; the loop writes its
   * waker before it reads them. All are volatile, so one of the two sees the other.
   *
   * The loop's task binds CURRENT, so that a call out of the actor's own handler is known as such. A task
   * that the handler spawns doesn't have it: it may ask the actor, as it is not waited for.
   */

  private static final TaskLocal<ActorCell<?>> CURRENT = TaskLocal.create("actor");

  private final Actor<M> actor;
  private final Weft weft;
  private final @Nullable ActorCell<?> parent;
  private final Mpsc.Bounded<Envelope<M>> mailbox;
  private final Promise<Termination> end;
  private final Promise.Resolver<Termination> ending;
  private final ConcurrentLinkedQueue<Throwable> escalated = new ConcurrentLinkedQueue<>();
  private final Set<ActorCell<?>> children = ConcurrentHashMap.newKeySet(); // that haven't ended
  private volatile boolean stopping;
  private volatile boolean aborting;
  private volatile boolean over; // the loop doesn't look at the mailbox any more
  private volatile @Nullable Waker waker;
  private volatile @Nullable JoinHandle<Void> task;

  private ActorCell(Actor<M> actor, Weft weft, @Nullable ActorCell<?> parent) {
    this.actor = actor;
    this.weft = weft;
    this.parent = parent;
    mailbox = Mpsc.bounded(actor.mailbox());
    var resolvers = new ArrayList<Promise.Resolver<Termination>>(1);
    end = Promise.of(weft, resolvers::add);
    ending = resolvers.getFirst();
  }

  static <M> ActorCell<M> start(Actor<M> actor, Weft weft, @Nullable ActorCell<?> parent) {
    var cell = new ActorCell<>(actor, weft, parent);
    if (parent != null) {
      parent.children.add(cell);
    }
    JoinHandle<Void> task = weft.spawn(CURRENT.where(cell, new ActorLoop<>(cell)));
    cell.task = task;
    if (cell.aborting) { // before it was known whom to abort
      task.abort();
    }
    return cell;
  }

  // ---- for others

  @Override
  public String name() {
    return actor.name();
  }

  @Override
  public Future<Void> tell(M message) {
    return new TellFuture<>(this, new Envelope<>(Objects.requireNonNull(message, "message"), null));
  }

  @Override
  public TrySend<M> tryTell(M message) {
    var envelope = new Envelope<M>(Objects.requireNonNull(message, "message"), null);
    return switch (mailbox.sender().trySend(envelope)) {
      case TrySend.Sent<Envelope<M>> _ -> new TrySend.Sent<>();
      case TrySend.Full<Envelope<M>> _ -> new TrySend.Full<>(message);
      case TrySend.Closed<Envelope<M>> _ -> new TrySend.Closed<>(message);
    };
  }

  @Override
  public <R extends @Nullable Object> Future<R> ask(
      Function<? super Reply<R>, ? extends M> message) {
    refuseToAskItself();
    Reply<R> reply = new Reply<>();
    M asked = Objects.requireNonNull(message.apply(reply), "message");
    return new AskFuture<>(this, new Envelope<>(asked, reply), reply);
  }

  @Override
  public void stop() {
    stopping = true;
    wake();
  }

  @Override
  public void abort() {
    aborting = true;
    JoinHandle<Void> running = task;
    if (running != null) {
      running.abort();
    } // Otherwise its start is under way, which looks at the flag.
  }

  @Override
  public Future<Termination> watch() {
    return new WatchFuture(this, end.future());
  }

  // ---- for its own code

  @Override
  public ActorRef<M> self() {
    return this;
  }

  @Override
  public <C> ActorRef<C> spawn(Actor<C> child) {
    if (!isCaller()) {
      throw new IllegalStateException(
          this + " was asked to start a child outside its behavior and its handler.");
    }
    return start(child, weft, this);
  }

  // ---- for the loop

  void refuseToAskItself() {
    if (isCaller()) {
      throw new IllegalStateException(
          this
              + " asks itself in its own handler, and would wait for itself for ever; tell itself,"
              + " or call the code at hand.");
    }
  }

  boolean isCaller() {
    return CURRENT.getOrNull() == this;
  }

  Actor<M> actor() {
    return actor;
  }

  Mpsc.BoundedSender<Envelope<M>> sender() {
    return mailbox.sender();
  }

  Mpsc.Receiver<Envelope<M>> receiver() {
    return mailbox.receiver();
  }

  Set<ActorCell<?>> children() {
    return children;
  }

  boolean isStopping() {
    return stopping;
  }

  @Nullable Throwable nextEscalated() {
    return escalated.poll();
  }

  void forgetEscalated() {
    escalated.clear();
  }

  void listen(Waker waker) {
    this.waker = waker;
  }

  private void wake() {
    Waker listening = waker;
    if (listening != null) {
      listening.wake();
    }
  }

  /**
   * Ends the mailbox: asks in it fail; returns the messages, which nobody handles. After the end of
   * the loop, those who had room reserved call it as well.
   */
  synchronized List<M> refuse() {
    List<M> dropped = new ArrayList<>(0);
    mailbox.receiver().close();
    while (mailbox.receiver().tryRecv()
        instanceof TryRecv.Received<Envelope<M>>(Envelope<M> envelope)) {
      envelope.fail(stopped());
      dropped.add(envelope.message());
    }
    return dropped;
  }

  /** Tells those whose messages come now that nobody takes them out. */
  void noLongerTakesOut() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  void terminated(@Nullable Throwable cause, boolean escalate) {
    ActorCell<?> above = parent;
    if (escalate && above != null && cause != null) {
      above.escalated.add(cause);
      above.wake();
    }
    ending.resolve(new Termination(name(), cause));
    if (above != null) {
      above.children.remove(this);
    }
  }

  ClosedException stopped() {
    return new ClosedException(this + " has stopped.");
  }

  @Override
  public String toString() {
    return "actor \"" + name() + "\"";
  }
}
