package dev.weft.kv.command;

import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The responses that the protocol knows. Codes and texts are what other clients expect. */
final class Responses {

  static final int OK = 200;
  static final int BAD_REQUEST = 400;
  static final int NOT_FOUND = 404;
  static final int FAILED = 500;

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  /** Nothing to say but that it was done. */
  static final CommandResponse DONE = CommandResponse.newBuilder().setStatus(OK).build();

  private static final CommandResponse NO_DATA = invalid("Request has no data");

  private Responses() {}

  static CommandResponse value(Value value) {
    return CommandResponse.newBuilder().setStatus(OK).addValues(value).build();
  }

  static CommandResponse valueOrNone(@Nullable Value value) {
    return value(value == null ? Value.getDefaultInstance() : value);
  }

  static CommandResponse bool(boolean bool) {
    return value(valueOf(bool));
  }

  static Value valueOf(boolean bool) {
    return Value.newBuilder().setBool(bool).build();
  }

  /**
   * The values of several keys in order. A key on which the engine failed looks like one without a
   * value, since the protocol has no other place for it; the failure goes to the log.
   */
  static <T extends @Nullable Object> CommandResponse values(
      String table, List<Outcome<T>> outcomes, Function<? super T, Value> encode) {
    CommandResponse.Builder response = CommandResponse.newBuilder().setStatus(OK);
    int failures = 0;
    Exception first = null;
    for (Outcome<T> outcome : outcomes) {
      response.addValues(
          switch (outcome) {
            case Outcome.Done<T>(T value) -> encode.apply(value);
            case Outcome.Failed<T>(Exception failure) -> {
              failures++;
              first = first == null ? failure : first;
              yield Value.getDefaultInstance();
            }
          });
    }
    if (first != null) { // one line, however many keys there are
      LOG.log(
          System.Logger.Level.WARNING,
          "%d of %d keys of a request failed in table %s, the first: %s"
              .formatted(failures, outcomes.size(), table, first));
    }
    return response.build();
  }

  static CommandResponse values(String table, List<Outcome<@Nullable Value>> outcomes) {
    return values(table, outcomes, value -> value == null ? Value.getDefaultInstance() : value);
  }

  static CommandResponse notFound(String what) {
    return failure(NOT_FOUND, "Not found: " + what);
  }

  /** What was asked for doesn't fit into one answer. */
  static CommandResponse tooLarge(String what, long limit) {
    return failure(
        FAILED,
        "The answer is too large to be sent: %s take more than %d bytes.".formatted(what, limit));
  }

  /** The request has none of the twelve commands, or one of a later version. */
  static CommandResponse noData() {
    return NO_DATA;
  }

  static CommandResponse invalid(String reason) {
    return failure(BAD_REQUEST, "Command is invalid: `" + reason + "`");
  }

  static CommandResponse failure(int status, String message) {
    return CommandResponse.newBuilder().setStatus(status).setMessage(message).build();
  }

  static CommandResponse failed(Exception failure) {
    String message = failure.getMessage();
    return failure(FAILED, message == null ? failure.getClass().getSimpleName() : message);
  }
}
