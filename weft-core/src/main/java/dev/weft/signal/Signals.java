package dev.weft.signal;

import dev.weft.CancelSafe;
import dev.weft.Future;
import java.util.List;
import java.util.stream.Stream;

/**
 * Signals of the operating system.
 *
 * {@snippet class="dev.weft.snippets.SignalSnippets" region="stop"}
 *
 * <p>While somebody listens to a signal, it does nothing else: neither ends it the program nor run
 * handlers that were set in other ways. When the last listener has left, all is as it was before;
 * so a second Ctrl-C, after the first has been received by {@link #ctrlC}, ends the program.
 *
 * <p>Names are those of the system, with or without "SIG": INT, TERM, HUP, and so on. Some are the
 * JVM's own, such as QUIT, or nobody's, such as KILL; with the JVM's option {@code -Xrs} INT, TERM
 * and HUP are, too. Where the module {@code jdk.unsupported} is missing, nobody can listen; see the
 * package.
 *
 * <p><em>Threads:</em> for any. Each of several listeners receives each signal.
 */
public final class Signals {

  private static final String PREFIX = "SIG";

  private Signals() {}

  /**
   * Waits until Ctrl-C is pressed, or INT comes otherwise. It listens from its first poll on.
   *
   * <p><em>Cancellation:</em> stops listening; a signal that came and wasn't returned is lost.
   *
   * @return INT, when it has come
   */
  @CancelSafe(loses = "a signal that has come", instead = "listen with on")
  public static Future<String> ctrlC() {
    return once("INT");
  }

  /**
   * Waits for the first of some signals. It listens from its first poll on.
   *
   * <p><em>Cancellation:</em> stops listening; a signal that came and wasn't returned is lost.
   *
   * @param names which, at least one
   * @return the name of the signal that came, without "SIG"; a failure as {@link #on} throws it
   */
  @CancelSafe(loses = "a signal that has come", instead = "listen with on")
  public static Future<String> once(String... names) {
    return new SignalFuture(SignalRegistry.ofProcess(), checked(names));
  }

  /**
   * Listens to some signals from now on until the stream is closed. What comes before the stream is
   * asked is kept for it.
   *
   * @param names which, at least one
   * @return the signals as they come
   * @throws IllegalArgumentException if a signal is unknown, or if the JVM or the system reserves
   *     it; the message names it
   * @throws UnsupportedOperationException if this JVM lets nobody listen
   */
  public static SignalStream on(String... names) {
    return new SignalStream(SignalRegistry.ofProcess(), checked(names)).started();
  }

  private static List<String> checked(String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException("No signal is named; accepted is at least one.");
    }
    return Stream.of(names)
        .map(name -> name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name)
        .distinct()
        .toList();
  }
}
