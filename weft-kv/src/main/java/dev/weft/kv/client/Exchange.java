package dev.weft.kv.client;

import dev.weft.Context;
import dev.weft.codec.FrameException;
import dev.weft.codec.Framed;
import dev.weft.codegen.LeafFuture;
import dev.weft.codegen.PollContext;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.spi.TaskContext;
import dev.weft.time.Deadlines;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The traffic of one connection: calls go out and answers are handed to them in order. It completes
 * when the pool lets an idle connection go, and fails when the connection is of no use any more.
 */
final class Exchange extends LeafFuture<Void> {

  /*
   * Idea: one poll does whatever can be done: hand out the answers that came, take as many calls as
   * there is room for, encode them all, write. Neither direction waits for the other: were the
   * answers read only after the requests, a server that can't get rid of its answers would stop reading,
   * and both sides would wait for ever. Calls that come together go out together.
   *
   *   pool's line -> taken -> (encoded) sent -> answered
   *
   * Order: `sent` is in the order of the requests on the wire and hence of the answers. A call that was
   * left stays there; its answer is read and dropped.
   *
   * Suspicion: a call whose time is up while its answer is due makes the connection suspect: it takes
   * no more calls. An answer of any kind shows that the server is alive, and gives another grace
   * while such calls are left; without one the connection fails. That counts for calls that were left,
   * too: else they could fill a dead connection for ever.
   *
   * Outcome: `encoded` counts the bytes of the requests, and what the writer still holds was never given
   * to the connection: a request whose last byte is among that can't have been carried out. After
   * a failed write this isn't known, as the connection may have sent a part of what it was offered.
   *
   * Ownership: the lane's task, also what `leftOvers` looks at after the end.
   */

  private final LaneSide pool;
  private final Lane lane;
  private final Framed<CommandResponse, CommandRequest> frames;
  private final Settings settings;
  private final ArrayDeque<Call<?>> taken = new ArrayDeque<>();
  private final ArrayDeque<Call<?>> sent = new ArrayDeque<>();
  private final Alarm alarm = new Alarm();

  private long encoded;
  private int settled; // calls that the pool doesn't know yet to have left this connection
  private int late; // calls in `sent` whose time is up
  private boolean suspect;
  private long suspectUntil;
  private long lastUse;
  private boolean used;
  private boolean answered;
  private boolean writing;

  Exchange(Pool pool, Lane lane, Framed<CommandResponse, CommandRequest> frames) {
    this.pool = pool.connections();
    this.lane = lane;
    this.frames = frames;
    settings = pool.settings();
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws Exception {
    lane.setWaker(cx.waker());
    long now = TaskContext.services(cx).clock().nanoTime();
    if (!used) {
      used = true;
      touch(now);
    }
    readAnswers(cx, now);
    do {
      int before = taken.size();
      pool.exchange(lane, settled, suspect, taken);
      settled = 0;
      if (taken.size() > before) {
        touch(now);
      }
      encode(cx);
    } while (settled > 0); // what was dropped has made room
    writing = true;
    boolean _ = frames.pollFlush(cx);
    writing = false;
    while (alarm.rings(cx)) {
      if (isOver(now)) {
        return null;
      }
    }
    if (settled > 0) {
      cx.waker().wake(); // the pool hasn't been told yet
    }
    return PENDING;
  }

  private void touch(long now) {
    lastUse = now;
    if (!settings.pinned()) {
      alarm.noLaterThan(idleAt());
    }
  }

  private long idleAt() {
    return Deadlines.after(lastUse, settings.idleTimeout());
  }

  private void readAnswers(Context cx, long now) throws IOException {
    while (true) {
      Object next = frames.pollNext(cx);
      if (next == PENDING) {
        return;
      }
      if (next == null) {
        throw new EOFException("it closed the connection");
      }
      Call<?> call = sent.pollFirst();
      if (call == null) {
        throw new ProtocolException("it sent an answer though no request was open");
      }
      settled++;
      answered = true;
      lastUse = now;
      if (call.late) {
        late--;
      }
      if (suspect) {
        suspect = late > 0;
        suspectUntil = Deadlines.after(now, settings.grace());
      }
      call.complete(next);
      if (!PollContext.mayGoOn(cx)) {
        return; // it is woken again
      }
    }
  }

  private void encode(Context cx) throws IOException {
    for (Call<?> call = taken.peekFirst(); call != null; call = taken.peekFirst()) {
      if (call.isLeft()) {
        taken.removeFirst();
        settled++;
        continue;
      }
      writing = true;
      boolean ready = frames.pollReady(cx);
      writing = false;
      if (!ready) {
        alarm.noLaterThan(call.deadline());
        return;
      }
      taken.removeFirst();
      int before = frames.writer().waitingBytes();
      try {
        frames.startSend(call.request());
      } catch (Exception notSendable) { // such as one that is too large: nothing of it was sent
        call.complete((Failures.Failure) () -> notSendable);
        settled++;
        continue;
      }
      encoded += frames.writer().waitingBytes() - before;
      call.end = encoded;
      sent.addLast(call);
      alarm.noLaterThan(call.deadline());
    }
  }

  /**
   * Looks at all deadlines and sets the alarm for the next; whether the connection is to be let go.
   */
  private boolean isOver(long now) throws IOException {
    for (Call<?> call : sent) {
      if (!call.late) {
        if (call.isDue(now)) {
          expire(call, now);
        } else {
          alarm.noLaterThan(call.deadline());
        }
      }
    }
    taken.removeIf(call -> isExpiredUnsent(call, now));
    if (suspect) {
      if (now - suspectUntil >= 0) {
        throw new IOException(
            "no answer came within " + settings.grace() + " after the time of a request was up");
      }
      alarm.noLaterThan(suspectUntil);
    }
    if (settings.pinned()) {
      return false;
    }
    if (!sent.isEmpty() || !taken.isEmpty()) {
      lastUse = now;
    }
    if (now - idleAt() >= 0) {
      if (pool.mayRetire(lane)) {
        return true;
      }
      lastUse = now;
    }
    alarm.noLaterThan(idleAt());
    return false;
  }

  private void expire(Call<?> call, long now) {
    call.late = true;
    late++;
    if (!suspect) {
      suspect = true;
      suspectUntil = Deadlines.after(now, settings.grace());
      pool.suspect(lane);
    }
    if (call.complete(lateFailure(call, true))) {
      pool.countTimeout();
    }
  }

  private boolean isExpiredUnsent(Call<?> call, long now) {
    if (!call.isDue(now)) {
      alarm.noLaterThan(call.deadline());
      return false;
    }
    settled++;
    if (call.complete(lateFailure(call, false))) {
      pool.countTimeout();
    }
    return true;
  }

  private Failures.Failure lateFailure(Call<?> call, boolean wasSent) {
    return Failures.late(
        call.request(), settings.address(), settings.requestTimeout(), wasSent && isOut(call));
  }

  /** Whether all of a request may have reached the server. */
  private boolean isOut(Call<?> call) {
    return writing || call.end <= encoded - frames.writer().waitingBytes();
  }

  /** Whether the server has answered anything. */
  boolean hasAnswered() {
    return answered;
  }

  /**
   * Ends, after the end of the connection, those calls that can't be sent again, and gives the
   * others in their order.
   */
  List<Call<?>> leftOvers(Throwable why, boolean sendAgain) {
    alarm.stop();
    boolean brokeRules = why instanceof FrameException || why instanceof ProtocolException;
    var again = new ArrayList<Call<?>>();
    for (Call<?> call : sent) {
      if (call.isLeft()) {
        continue;
      }
      boolean out = isOut(call);
      boolean mayRepeat = !call.sentAgain && !brokeRules && Requests.isRead(call.request());
      if (sendAgain && !call.late && (!out || mayRepeat)) {
        call.sentAgain |= out;
        again.add(call);
      } else {
        call.complete(
            out
                ? Failures.noAnswer(call.request(), settings.address(), why)
                : Failures.notSent(call.request(), why));
      }
    }
    for (Call<?> call : taken) {
      if (sendAgain) {
        again.add(call);
      } else {
        call.complete(Failures.notSent(call.request(), why));
      }
    }
    return again;
  }

  @Override
  protected boolean cancelLeaf() {
    alarm.stop();
    frames.cancelNext();
    frames.cancelSend();
    return true;
  }
}
