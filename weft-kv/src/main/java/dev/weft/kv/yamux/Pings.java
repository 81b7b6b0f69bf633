package dev.weft.kv.yamux;

import java.util.HashMap;
import java.util.Map;

/** The pings of this side that the peer has to answer. Guarded by the monitor of the session. */
final class Pings {

  private final Map<Integer, PingFuture> waiting = new HashMap<>();
  private int next;

  /** Gives a ping its number, by which its answer will find it. */
  void add(PingFuture ping) {
    ping.number = next++;
    waiting.put(ping.number, ping);
  }

  void remove(PingFuture ping) {
    waiting.remove(ping.number);
  }

  /** An answer; there is no ping to it if that was cancelled, or never sent. */
  void answered(int number, Wakers toWake) {
    PingFuture ping = waiting.remove(number);
    if (ping != null) {
      ping.answered = true;
      toWake.add(ping.waker);
    }
  }

  /** No answer will come. */
  void end(Wakers toWake) {
    waiting.values().forEach(ping -> toWake.add(ping.waker));
    waiting.clear();
  }
}
