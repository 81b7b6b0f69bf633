package dev.weft.kv.store;

/** When a durable engine forces what was written from the system's cache to the disk. */
public enum SyncPolicy {

  /**
   * Before a write is acknowledged: an acknowledged write survives a crash of the process, of the
   * system and of the machine's power, as far as the disk itself keeps its word.
   */
  ALWAYS,

  /**
   * Once a second in the background: a crash of the system loses the writes of about the last
   * second; a crash of the process alone loses nothing.
   */
  EVERY_SECOND,

  /**
   * When the system sees fit: a crash of the system may lose what was written over many seconds; a
   * crash of the process alone loses nothing.
   */
  NEVER
}
