package dev.weft.examples;

import java.time.Duration;

/**
 * What a client of the web server may use up.
 *
 * @param headBytes most bytes of a request's first line and headers
 * @param bodyBytes most bytes of a request's body
 * @param connections most at once; who comes then is told to come later
 * @param idle how long a connection may wait for its next request
 * @param request how long a request may take to arrive, from its first byte to its last
 * @param answer how long the database may take
 * @param write how long a client may take to accept an answer
 * @param stop how long requests that have begun may take when the server stops
 */
record WebLimits(
    int headBytes,
    int bodyBytes,
    int connections,
    Duration idle,
    Duration request,
    Duration answer,
    Duration write,
    Duration stop) {

  static final WebLimits DEFAULTS =
      new WebLimits(
          8 * 1024,
          64 * 1024,
          10_000,
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(5));
}
