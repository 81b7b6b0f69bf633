package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.select;
import static dev.weft.Async.selectBiased;
import static dev.weft.Async.sleep;
import static dev.weft.Async.timeout;

import dev.weft.Future;
import dev.weft.Selected.First;
import dev.weft.Selected.Second;
import dev.weft.codec.FrameException;
import dev.weft.codec.FrameTooLargeException;
import dev.weft.codec.Framed;
import dev.weft.kv.command.Reply;
import dev.weft.kv.command.Service;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * One client's connection: requests are taken and answered in order, one at a time.
 *
 * <p><em>Threads:</em> all of it belongs to the task that runs {@link #run}.
 */
final class Connection {

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");
  private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final String peer;
  private final Framed<CommandRequest, CommandResponse> frames;
  private final Service service;
  private final StopSignal stop;
  private final Duration idle;

  Connection(
      String peer,
      Framed<CommandRequest, CommandResponse> frames,
      Service service,
      StopSignal stop,
      Duration idle) {
    this.peer = peer;
    this.frames = frames;
    this.service = service;
    this.stop = stop;
    this.idle = idle;
  }

  /** Serves the connection until its end and closes it; what goes wrong with it ends it only. */
  Future<Void> run() {
    return async(
        () -> {
          try {
            await(serve());
            await(timeout(idle, frames.closeAsync()));
          } catch (TimeoutException late) {
            LOG.log(Level.DEBUG, () -> peer + " was closed: idle for " + idle);
          } catch (FrameException bad) {
            // Too large is worth a line in any log: nobody sends that by accident.
            Level level = bad instanceof FrameTooLargeException ? Level.WARNING : Level.INFO;
            LOG.log(level, () -> peer + " was closed: " + bad.getMessage());
            await(flushLast());
          } catch (IOException broken) {
            LOG.log(Level.DEBUG, () -> peer + " is gone: " + broken);
          } catch (Exception failure) {
            LOG.log(Level.ERROR, () -> peer + " was closed by a failure", failure);
          }
        });
  }

  /** Sends the answers to what came before a bad frame; that gets none. */
  private Future<Void> flushLast() {
    return async(
        () -> {
          try {
            await(timeout(idle, frames.flush()));
          } catch (IOException | TimeoutException gone) {
            LOG.log(Level.DEBUG, () -> peer + " took no more answers: " + gone);
          }
        });
  }

  private Future<Void> serve() {
    return async(
        () -> {
          while (true) {
            CommandRequest request =
                switch (await(
                    timeout(idle, selectBiased(new NextRequest(frames), stop.stopped())))) {
                  case First(var next) -> next;
                  case Second(_) -> null; // the server stops, and no request is at hand
                };
            if (request == null) {
              return;
            }
            switch (service.execute(request)) {
              case Reply.One(var response) -> {
                CommandResponse answer = await(new Answer(response, frames));
                try {
                  await(timeout(idle, frames.feed(answer)));
                } catch (FrameTooLargeException tooLarge) {
                  await(timeout(idle, frames.feed(Refusals.tooLarge(tooLarge))));
                }
              }
              case Reply.Many many -> {
                await(stream(many));
                return;
              }
            }
          }
        });
  }

  /**
   * Sends the responses of a subscription. Its client may have ended its own side; what it still
   * sends is not answered. A client that is gone is noticed by the failure of a read or a write.
   */
  private Future<Void> stream(Reply.Many many) {
    return async(
        () -> {
          try {
            await(select(sendAll(many), watch(many)));
          } finally {
            many.release().run();
          }
        });
  }

  private Future<Void> sendAll(Reply.Many many) {
    return async(
        () -> {
          CommandResponse response = await(many.responses().next());
          while (response != null) {
            await(timeout(idle, frames.send(response)));
            response = await(many.responses().next());
          }
        });
  }

  /** Ends the subscription when the server stops, and fails when the client is gone. */
  private Future<Void> watch(Reply.Many many) {
    return async(
        () -> {
          await(select(stop.stopped(), lost()));
          many.release().run(); // what it still holds is sent, then its stream ends
          await(sleep(FOREVER));
        });
  }

  /** Never completes, but fails when the connection breaks. */
  private Future<Void> lost() {
    return async(
        () -> {
          await(frames.next()); // the end of the client's side, or a request out of place
          await(sleep(FOREVER));
        });
  }
}
