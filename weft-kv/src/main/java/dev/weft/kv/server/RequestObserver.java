package dev.weft.kv.server;

import dev.weft.kv.proto.CommandResponse;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ServiceHook} does with one request after it was received.
 *
 * <p>For a request with one answer each of {@link #executed}, {@link #beforeSend} and {@link
 * #afterSend} is called once, in that order; for a subscription once for each response that it
 * brings, the first one, with its number, included. {@link #ended} is called once in any case and
 * is the last call.
 *
 * <p>Answers to requests that came together go out together, so {@link #afterSend} may come after
 * the next request of the same connection was received. It comes in the order of the answers.
 */
public interface RequestObserver {

  /** Sees nothing more of the request. */
  RequestObserver NONE = new RequestObserver() {};

  /**
   * There is a response.
   *
   * @param response what was answered, failures included
   */
  default void executed(CommandResponse response) {}

  /**
   * A response is about to be encoded.
   *
   * @param response what the hooks before this one left of it
   * @return what to send in its place, or the same
   */
  default CommandResponse beforeSend(CommandResponse response) {
    return response;
  }

  /**
   * The last byte of a response was taken by the stream below: on plain TCP, by the system; with
   * TLS or several streams on one connection, by that layer. Nothing says that the client has it.
   *
   * @param sent what went out: that of the last hook, or a 500 if it was too large to be sent
   */
  default void afterSend(CommandResponse sent) {}

  /**
   * The request is over; the place to free what is kept for it.
   *
   * @param cause {@code null} if all responses were sent; otherwise what cut it short, usually an
   *     {@link java.io.IOException} of the connection. A response that was executed may then have
   *     been sent or not
   */
  default void ended(@Nullable Throwable cause) {}
}
