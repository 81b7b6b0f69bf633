package dev.weft.signal;

/** The table of this process that says what happens at a signal. */
interface SignalTable {

  /**
   * Puts a handler in.
   *
   * @param name without "SIG"
   * @param handler called on a thread of the JDK's at each signal
   * @return what was there before, for {@link #restore}
   * @throws IllegalArgumentException if the signal is unknown or reserved
   */
  Object install(String name, Runnable handler);

  /** Puts back what was there before. */
  void restore(String name, Object before);
}
