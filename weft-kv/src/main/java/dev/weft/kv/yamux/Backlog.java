package dev.weft.kv.yamux;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** Frames of the session itself that wait to be sent: pings, their answers, refusals, go-aways. */
final class Backlog {

  /*
   * A peer causes entries (each ping and each stream too many is answered), so the reader stops taking
   * frames while the backlog is full. Only a peer that doesn't read its answers gets there. Everything
   * else that is owed to a peer is a bit in a stream and needs no entry.
   */

  static final int FULL = 1024;

  private record Entry(int type, int flags, int stream, int length) {}

  private final ArrayDeque<Entry> entries = new ArrayDeque<>(2);

  void add(int type, int flags, int stream, int length) {
    entries.add(new Entry(type, flags, stream, length));
  }

  boolean isFull() {
    return entries.size() >= FULL;
  }

  int size() {
    return entries.size();
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  void writeFirst(ByteBuffer to) {
    Entry entry = entries.remove();
    Wire.header(to, entry.type, entry.flags, entry.stream, entry.length);
  }
}
