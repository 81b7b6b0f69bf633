package dev.weft.kv.server;

import static dev.weft.codegen.RawFuture.PENDING;

import dev.weft.Context;
import dev.weft.codec.Framed;
import dev.weft.codegen.PollContext;
import dev.weft.kv.command.Delivery;
import dev.weft.kv.command.Reply;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The part of a connection that sends the responses of a subscription. Its client may have ended
 * its own side; what it still sends is not answered. A client that is gone is noticed by the
 * failure of a read or a write.
 */
final class Subscriber {

  /*
   * State: `next` is the response that waits for room; `sending` says that bytes wait for the client, and
   * that is all for which its patience is measured: a subscription may be silent for ever. `watching`
   * ends with the first frame or the end of the client's side, and no more is read then.
   */

  private final Reply.Many many;
  private final Framed<CommandRequest, CommandResponse> frames;
  private final @Nullable Tracker tracker;
  private @Nullable Delivery next;
  private boolean watching = true;
  private boolean ended;
  private boolean sending;
  private boolean released;

  Subscriber(
      Reply.Many many, Framed<CommandRequest, CommandResponse> frames, @Nullable Tracker tracker) {
    this.many = many;
    this.frames = frames;
    this.tracker = tracker;
  }

  /** Sends what there is; returns whether that was the last. */
  boolean poll(boolean stopped, Context cx) throws Exception {
    if (stopped) {
      release(); // what it still holds is sent, then its stream ends
    }
    watch(cx);
    while (true) {
      if (next == null) {
        Object response = many.responses().pollNext(cx);
        if (response == PENDING) {
          flush(cx);
          return false;
        }
        if (response == null) {
          return true;
        }
        next = (Delivery) response;
      }
      if (!frames.pollReady(cx)) {
        sending = true;
        return false;
      }
      sending = true;
      send(next, cx);
      next = null;
      if (tracker != null && tracker.hasFailed()) {
        return true;
      }
      if (!PollContext.mayGoOn(cx)) {
        return false;
      }
    }
  }

  private void send(Delivery delivery, Context cx) throws IOException {
    CommandResponse response = delivery.response();
    byte[] frame = delivery.frame();
    int waiting = frames.writer().waitingBytes();
    if (tracker != null) {
      response = tracker.executed(response);
    }
    if (frame != null && response == delivery.response()) {
      frames.writer().startSendEncoded(frame);
    } else {
      frames.startSend(response);
    }
    if (tracker != null) {
      tracker.encoded(response, waiting, frames, cx);
    }
  }

  private void flush(Context cx) throws IOException {
    boolean flushed = frames.pollFlush(cx);
    if (tracker != null) {
      tracker.written(frames);
    }
    if (flushed) {
      sending = false;
      frames.trim();
    }
  }

  private void watch(Context cx) throws IOException {
    if (watching) {
      Object seen = frames.pollNext(cx);
      watching = seen == PENDING;
      ended = seen == null;
      if (!watching) {
        frames.reader().takeBuffered(); // nothing of it will be served
      }
    }
  }

  /** Whether the client has bytes to take, or a frame to complete. */
  boolean isWaiting() {
    return sending
        || frames.bufferBytes() > 0; // with nothing to send only a half frame has a buffer
  }

  /** Whether the client has ended its side. */
  boolean hasEnded() {
    return ended;
  }

  /** Ends the subscription. */
  void release() {
    if (!released) {
      released = true;
      many.release().run();
    }
  }

  /** Ends the subscription, and nobody takes what it holds. */
  void cancel() {
    many.responses().cancelNext();
    release();
  }
}
