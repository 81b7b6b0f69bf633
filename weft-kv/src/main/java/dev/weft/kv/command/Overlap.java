package dev.weft.kv.command;

/** Beside which others of its connection a request may be carried out. */
public enum Overlap {

  /**
   * None: it is begun when those before it are answered, and those behind it wait for its answer.
   */
  NONE,

  /** Other reads: their answers don't depend on each other. */
  READS,

  /** Other writes: they take effect in the order in which their replies were first polled. */
  WRITES
}
