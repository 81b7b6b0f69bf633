package dev.weft.kv.store;

/** Told of each force of a durable engine: of its log, from the system's cache to the disk. */
@FunctionalInterface
public interface ForceListener {

  /**
   * Called after a force, before the writes that waited for it are answered. It runs on the thread
   * that forced: it must be short; what it throws is logged and goes no further.
   *
   * @param records writes that this force made durable, at least 1
   * @param nanos how long it took
   */
  void onForce(long records, long nanos);
}
