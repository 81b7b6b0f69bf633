package dev.weft.kv.client;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.sync.ClosedException;
import dev.weft.sync.Mpsc;
import dev.weft.sync.TryRecv;
import org.jspecify.annotations.Nullable;

/** Where callers put their requests and the driver takes them. */
final class CallQueue {

  /** Requests that may wait for the driver; callers beyond that wait for room. */
  private static final int CAPACITY = 256;

  private final Mpsc.Bounded<Call> queue = Mpsc.bounded(CAPACITY);
  // Written before the queue is closed, read by callers after they saw that.
  private volatile @Nullable Throwable failure;

  Future<CommandResponse> execute(CommandRequest request) {
    return async(
        () -> {
          var call = new Call(request);
          try {
            await(queue.sender().send(call));
          } catch (ClosedException closed) {
            throw Call.failure(failure);
          }
          try {
            return await(call.result().recv());
          } catch (ClosedException closed) {
            throw call.failure();
          }
        });
  }

  /** For the driver: the next call, {@code null} once the queue is closed. */
  Future<@Nullable Call> next() {
    return queue.receiver().recv();
  }

  /** For the driver: the next call if there is one. */
  TryRecv<Call> tryNext() {
    return queue.receiver().tryRecv();
  }

  /** For the driver: refuses further calls and fails those that wait. */
  void close(Throwable why) {
    failure = why;
    queue.receiver().close();
    while (tryNext() instanceof TryRecv.Received<Call>(Call call)) {
      call.fail(why);
    }
  }
}
