package dev.weft.kv.client;

import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What responses say, in the caller's terms. */
final class Answers {

  static final int OK = 200;
  static final int NOT_FOUND = 404;

  private Answers() {}

  static CommandResponse ok(CommandResponse response) throws KvException {
    if (response.getStatus() != OK) {
      throw KvException.of(response);
    }
    return response;
  }

  /** False for 404. */
  static boolean found(CommandResponse response) throws KvException {
    if (response.getStatus() == NOT_FOUND) {
      return false;
    }
    ok(response);
    return true;
  }

  /** The one value; {@code null} for one without any arm. */
  static @Nullable Value value(CommandResponse response) throws IOException {
    return orNull(only(response));
  }

  /** As {@link #value}, and {@code null} for 404. */
  static @Nullable Value valueIfFound(CommandResponse response) throws IOException {
    return found(response) ? value(response) : null;
  }

  static List<Kvpair> pairs(CommandResponse response) throws IOException {
    return ok(response).getPairsList();
  }

  /** Nothing but that it was done. */
  @SuppressWarnings("NullAway") // a Future<Void> completes with null
  static Void done(CommandResponse response) throws IOException {
    ok(response);
    return null;
  }

  static boolean bool(CommandResponse response) throws IOException {
    return only(response).getBool();
  }

  /** The number of a subscription. */
  static int id(CommandResponse response) throws IOException {
    return (int) only(response).getInteger();
  }

  /** The values for so many keys; {@code null} for each without any arm. */
  static List<@Nullable Value> values(CommandResponse response, int keys) throws IOException {
    var values = new ArrayList<@Nullable Value>(keys);
    for (Value value : all(response, keys)) {
      values.add(orNull(value));
    }
    return values;
  }

  static List<Boolean> bools(CommandResponse response, int keys) throws IOException {
    var bools = new ArrayList<Boolean>(keys);
    for (Value value : all(response, keys)) {
      bools.add(value.getBool());
    }
    return bools;
  }

  private static Value only(CommandResponse response) throws IOException {
    return all(response, 1).getFirst();
  }

  private static List<Value> all(CommandResponse response, int expected) throws IOException {
    List<Value> values = ok(response).getValuesList();
    if (values.size() != expected) {
      throw new IOException(
          "The server answered with " + values.size() + " values; " + expected + " were due.");
    }
    return values;
  }

  private static @Nullable Value orNull(Value value) {
    return value.getValueCase() == Value.ValueCase.VALUE_NOT_SET ? null : value;
  }
}
