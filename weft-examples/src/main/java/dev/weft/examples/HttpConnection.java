package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.Selected.First;
import dev.weft.io.BufReader;
import dev.weft.net.TcpStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** One client of the web server: requests come and are answered, one after the other. */
final class HttpConnection {

  private static final Duration LAST_BYTES = Duration.ofSeconds(1);
  private static final int MOST_LAST_BYTES = 1 << 20;

  private final TcpStream client;
  private final BufReader reader;
  private final HttpRequests requests;
  private final BookSite site;
  private final WebLimits limits;
  private final JoinHandle<String> stop;

  HttpConnection(TcpStream client, BookSite site, WebLimits limits, JoinHandle<String> stop) {
    this.client = client;
    this.reader = new BufReader(client);
    this.requests = new HttpRequests(reader, client, limits);
    this.site = site;
    this.limits = limits;
    this.stop = stop;
  }

  // @start region="talk"
  Future<Void> talk() {
    return async(
        () -> {
          try (client) {
            boolean more = true;
            while (more && await(begins())) {
              more = await(exchange());
            }
            await(hangUp());
          } catch (IOException gone) {
            // The client broke the connection off, and nobody is left who could be told.
          }
        });
  }

  /** Waits for the next request's first byte; false if there will be none. */
  private Future<Boolean> begins() {
    return async(
        () -> {
          try {
            Future<Integer> first = timeout(limits.idle(), reader.fillBuffer());
            return await(select(first, stop)) instanceof First(Integer count)
                && count != BufReader.EOF;
          } catch (TimeoutException idle) {
            return false;
          }
        });
  }

  /** Reads a request and answers it; returns whether another one may follow. */
  private Future<Boolean> exchange() {
    return async(
        () -> {
          HttpRequests.Request request;
          try {
            request = await(timeout(limits.request(), requests.next()));
          } catch (HttpRefusal refusal) {
            await(send(refusal.reply(), false, false));
            return false; // where the next request would begin is anybody's guess
          } catch (TimeoutException slow) {
            await(send(HttpReply.text(408, "The request took too long to arrive."), false, false));
            return false;
          }
          HttpReply reply = await(answer(request));
          boolean more = request.keepAlive() && !stop.isFinished();
          await(send(reply, request.wantsHeadOnly(), more));
          return more;
        });
  }

  private Future<HttpReply> answer(HttpRequests.Request request) {
    return async(
        () -> {
          try {
            return await(timeout(limits.answer(), site.answer(request)));
          } catch (HttpRefusal refusal) {
            return refusal.reply();
          } catch (TimeoutException slow) {
            return HttpReply.text(503, "The database takes too long; try again later.");
          } catch (Exception broken) {
            System.getLogger("web").log(System.Logger.Level.ERROR, "no answer", broken);
            return HttpReply.text(500, "The server failed.");
          }
        });
  }

  // @end

  private Future<Void> send(HttpReply reply, boolean headOnly, boolean more) {
    return async(
        () -> {
          ByteBuffer head = ByteBuffer.wrap(reply.head(more));
          ByteBuffer body = ByteBuffer.wrap(headOnly ? new byte[0] : reply.body());
          try {
            await(timeout(limits.write(), client.writeAll(head, body)));
          } catch (TimeoutException slow) {
            throw new IOException(client + " doesn't take its answer.", slow);
          }
        });
  }

  /** Answers a client for which there is no place. */
  Future<Void> turnAway() {
    return async(
        () -> {
          try (client) {
            await(
                send(HttpReply.text(503, "Too many connections; try again later."), false, false));
            await(hangUp());
          } catch (IOException gone) {
            // It didn't wait for that.
          }
        });
  }

  // @start region="hangUp"
  /**
   * Ends what we send and reads, for a moment, what the client still sends. Closing a socket with
   * unread bytes resets the connection, and a client may then never see the answer that says what
   * was wrong.
   */
  private Future<Void> hangUp() {
    return async(
        () -> {
          await(client.shutdown());
          try {
            await(timeout(LAST_BYTES, discard()));
          } catch (TimeoutException enough) {
            // It has had the time to read the answer.
          }
        });
  }

  // @end

  private Future<Void> discard() {
    return async(
        () -> {
          int total = 0;
          while (total < MOST_LAST_BYTES && await(reader.fillBuffer()) != BufReader.EOF) {
            total += reader.buffered();
            reader.consume(reader.buffered());
          }
        });
  }
}
