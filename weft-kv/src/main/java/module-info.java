import org.jspecify.annotations.NullMarked;

/** A key-value engine with its server and client, built on Weft. */
@NullMarked
module dev.weft.kv {
  requires transitive dev.weft.core;
  requires transitive dev.weft.codec;
  requires transitive com.google.protobuf;
  requires static org.jspecify;

  exports dev.weft.kv.proto;
}
