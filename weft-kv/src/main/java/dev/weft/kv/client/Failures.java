package dev.weft.kv.client;

import dev.weft.kv.proto.CommandRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** How requests fail, each with an exception of its own that has what happened as its cause. */
final class Failures {

  private Failures() {}

  /** Makes the exception where the caller sees it. */
  @FunctionalInterface
  interface Failure {
    Exception exception();
  }

  static IOException closed(String address) {
    return new IOException("The client was closed; it was for " + address + ".");
  }

  static Failure notSent(CommandRequest request, Throwable why) {
    return () -> new IOException(Requests.name(request) + " was not sent: " + reason(why), why);
  }

  /** For one that was sent and not answered. */
  static Failure noAnswer(CommandRequest request, String address, Throwable why) {
    String message = "The server at " + address + " gave no answer to " + Requests.name(request);
    if (Requests.isRead(request)) {
      return () -> new IOException(message + ": " + reason(why), why);
    }
    return () ->
        new KvUnknownOutcomeException(
            message + ", which may have been carried out: " + reason(why), why);
  }

  static Failure late(CommandRequest request, String address, Duration limit, boolean sent) {
    String outcome =
        !sent
            ? "it was not sent"
            : Requests.isRead(request)
                ? "it was sent and is not answered"
                : "it was sent and may have been carried out";
    return () ->
        new TimeoutException(
            Requests.name(request)
                + " was not answered by "
                + address
                + " within "
                + limit
                + ": "
                + outcome
                + ".");
  }

  static String reason(Throwable why) {
    String message = why.getMessage();
    return message == null ? why.toString() : message;
  }
}
