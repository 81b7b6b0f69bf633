package dev.weft.kv.client;

/** What a pool has done so far. Guarded by its monitor. */
final class PoolCounts {

  private long opened;
  private long lost;
  private long reconnects; // opened in place of one that was lost
  private long timeouts;
  private long sentAgain;

  /** A connection was made; if one was lost that no other has replaced, it takes its place. */
  void opened() {
    opened++;
    if (reconnects < lost) {
      reconnects++;
    }
  }

  void lost() {
    lost++;
  }

  void timeouts(int calls) {
    timeouts += calls;
  }

  void sentAgain(int calls) {
    sentAgain += calls;
  }

  /** A snapshot together with what the pool is doing now. */
  KvClientStats with(Lanes lanes, Line line) {
    return new KvClientStats(
        lanes.open(), lanes.load(), line.size(), opened, reconnects, timeouts, sentAgain);
  }
}
