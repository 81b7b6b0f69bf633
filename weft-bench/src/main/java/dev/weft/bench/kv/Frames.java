package dev.weft.bench.kv;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Hget;
import dev.weft.kv.proto.Hset;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import java.nio.ByteBuffer;

/** Requests and answers as they are on the wire. */
final class Frames {

  static final String TABLE = "bench";

  private static final int OK = 200;
  private static final int HEADER_BYTES = 4;

  private Frames() {}

  static byte[] get(String key) {
    return frame(
        CommandRequest.newBuilder().setHget(Hget.newBuilder().setTable(TABLE).setKey(key)).build());
  }

  static byte[] set(String key, byte[] value) {
    return frame(
        CommandRequest.newBuilder()
            .setHset(
                Hset.newBuilder()
                    .setTable(TABLE)
                    .setPair(Kvpair.newBuilder().setKey(key).setValue(value(value))))
            .build());
  }

  /** The answer with one value. */
  static byte[] found(byte[] value) {
    return frame(CommandResponse.newBuilder().setStatus(OK).addValues(value(value)).build());
  }

  /** The answer to a set where nothing was before. */
  static byte[] nothingBefore() {
    return frame(
        CommandResponse.newBuilder().setStatus(OK).addValues(Value.getDefaultInstance()).build());
  }

  /** A key whose get is a frame of so many bytes. */
  static String keyForFrame(int bytes) {
    String key = "k";
    while (get(key).length < bytes) {
      key += "k";
    }
    return checked(key, get(key).length, bytes);
  }

  /** A value whose answer is a frame of so many bytes. */
  static byte[] valueForFrame(int bytes) {
    int length = 0;
    while (found(new byte[length]).length < bytes) {
      length++;
    }
    return checked(new byte[length], found(new byte[length]).length, bytes);
  }

  private static <T> T checked(T result, int bytes, int wanted) {
    if (bytes != wanted) {
      throw new IllegalArgumentException("There is no such frame of " + wanted + " bytes.");
    }
    return result;
  }

  private static Value value(byte[] bytes) {
    return Value.newBuilder().setBinary(ByteString.copyFrom(bytes)).build();
  }

  private static byte[] frame(MessageLite message) {
    byte[] payload = message.toByteArray();
    return ByteBuffer.allocate(HEADER_BYTES + payload.length)
        .putInt(payload.length)
        .put(payload)
        .array();
  }
}
