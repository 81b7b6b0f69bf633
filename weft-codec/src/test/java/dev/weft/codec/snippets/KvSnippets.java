package dev.weft.codec.snippets;

import com.google.protobuf.BytesValue;
import com.google.protobuf.StringValue;
import dev.weft.codec.Framed;
import dev.weft.codec.KvFrameCodec;
import dev.weft.io.DuplexStream;

/** The frames of the KV protocol. */
public final class KvSnippets {

  private KvSnippets() {}

  /** A server's side of a connection: requests come, responses go. */
  public static Framed<StringValue, BytesValue> messages(DuplexStream connection) {
    // @start region="messages"
    KvFrameCodec<StringValue, BytesValue> codec =
        KvFrameCodec.<StringValue, BytesValue>messages(StringValue.parser())
            .withMaxMessage(1 << 20);
    Framed<StringValue, BytesValue> framed = Framed.of(connection, codec);
    // @end
    return framed;
  }
}
