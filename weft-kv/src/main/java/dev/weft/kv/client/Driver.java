package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.tryJoin;

import dev.weft.Future;
import dev.weft.codec.FrameTooLargeException;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.sync.Mpsc;
import dev.weft.sync.TryRecv;
import dev.weft.sync.TrySend;
import java.io.EOFException;

/** The task that sends a client's requests and hands out the answers. */
final class Driver {

  /*
   * Idea: two blocks in one task. `write` sends what callers have queued, `read` takes the answers, and
   * between them goes a queue of the calls that were sent, in the order of their answers. Neither waits
   * for the other otherwise: were the answers read only after the requests, a server that can't get rid
   * of its answers would stop reading, and both sides would wait for ever.
   *
   * The queue is bounded, so that a server which doesn't answer stops the callers at last. Before `write`
   * waits for anything, it flushes: else the answer that it waits for might be one to a request that was
   * never sent.
   *
   * Ownership: all of it belongs to the task; callers reach it by the CallQueue only.
   */

  /** Requests that may be on their way at once. */
  private static final int MAX_ON_THE_WAY = 256;

  private final Link link;
  private final CallQueue calls;
  private final Mpsc.Bounded<Call> sent = Mpsc.bounded(MAX_ON_THE_WAY);

  Driver(Link link, CallQueue calls) {
    this.link = link;
    this.calls = calls;
  }

  /** Runs until the connection breaks or the client is closed, then fails what is left. */
  Future<Void> run() {
    return async(
        () -> {
          try {
            await(tryJoin(write(), read()));
          } catch (Throwable broken) {
            failAll(broken);
            if (broken instanceof Error) { // a cancellation, for one
              throw broken;
            }
          } finally {
            await(link.closeAsync());
          }
        });
  }

  private void failAll(Throwable why) {
    calls.close(why);
    sent.receiver().close();
    while (sent.receiver().tryRecv() instanceof TryRecv.Received<Call>(Call call)) {
      call.fail(why);
    }
  }

  private Future<Void> write() {
    return async(
        () -> {
          while (true) {
            Call call =
                switch (calls.tryNext()) {
                  case TryRecv.Received<Call>(Call next) -> next;
                  case TryRecv.Empty<Call> _, TryRecv.Closed<Call> _ -> null;
                };
            if (call == null) {
              await(link.frames().flush());
              call = await(calls.next());
            }
            if (call == null) {
              return;
            }
            try {
              await(link.frames().feed(call.request()));
              if (sent.sender().trySend(call) instanceof TrySend.Full) {
                await(link.frames().flush());
                await(sent.sender().send(call));
              }
            } catch (FrameTooLargeException tooLarge) {
              call.fail(tooLarge); // it fails alone: nothing of it was sent
            } catch (Throwable broken) {
              call.fail(broken); // it is in neither queue
              throw broken;
            }
          }
        });
  }

  private Future<Void> read() {
    return async(
        () -> {
          Call call = await(sent.receiver().recv());
          while (call != null) {
            try {
              CommandResponse response = await(link.frames().next());
              if (response == null) {
                throw new EOFException("it closed the connection");
              }
              call.answer(response);
            } catch (Throwable broken) {
              call.fail(broken); // it is in neither queue
              throw broken;
            }
            call = await(sent.receiver().recv());
          }
        });
  }
}
