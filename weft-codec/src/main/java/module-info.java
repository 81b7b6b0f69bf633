import org.jspecify.annotations.NullMarked;

/** Framing over Weft's byte streams: lines, lengths, protobuf and compression. */
@NullMarked
module dev.weft.codec {
  requires transitive dev.weft.core;
  requires transitive com.google.protobuf;
  requires static org.jspecify;

  exports dev.weft.codec;
}
