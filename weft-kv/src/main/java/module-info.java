import org.jspecify.annotations.NullMarked;

/** A key-value engine with its server and client, built on Weft. */
@NullMarked
module dev.weft.kv {
  requires transitive dev.weft.core;
  requires transitive dev.weft.codec;
  requires transitive com.google.protobuf;
  requires transitive micrometer.core;
  requires static org.jspecify;
  requires static rocksdbjni;

  exports dev.weft.kv.client;
  exports dev.weft.kv.command;
  exports dev.weft.kv.proto;
  exports dev.weft.kv.server;
  exports dev.weft.kv.store;
  exports dev.weft.kv.store.log;
  exports dev.weft.kv.store.rocks;
  exports dev.weft.kv.topic;
  exports dev.weft.kv.yamux;
}
