package dev.weft.io;

import dev.weft.spi.RuntimeThread;

/**
 * The standard streams of this program, without blocking a worker and without holding up its end.
 *
 * {@snippet class="dev.weft.snippets.StdioSnippets" region="lines"}
 *
 * <p>Each of the three has a daemon thread of its own, which is started when it is first needed and
 * does nothing unless somebody reads or writes. A read that waits for the keyboard thus keeps
 * neither a runtime nor the program from ending.
 *
 * <p>The streams are those of {@link System} at the time of the first use; what is set by {@link
 * System#setIn} and its like afterwards isn't seen.
 *
 * <p><em>Threads:</em> one task at a time for each of them.
 */
public final class Stdio {

  private Stdio() {}

  /**
   * The standard input, the same each time. It reads only what is asked for, up to 8 KiB at once;
   * read lines with {@link BufReader}.
   *
   * <p><em>Cancellation:</em> safe, as for every source: what arrives for a read that was cancelled
   * is given to the next.
   *
   * @return the input
   */
  public static AsyncRead stdin() {
    return In.SHARED;
  }

  /**
   * The standard output, the same each time. What is written is accepted up to 64 KiB and written
   * in the background; {@link AsyncWrite#flush} waits for that. What wasn't flushed when the
   * program ends may be lost. Shutting it down flushes it and leaves it open, as others use it,
   * too.
   *
   * @return the output
   */
  public static AsyncWrite stdout() {
    return Out.SHARED;
  }

  /**
   * The standard error, the same each time; see {@link #stdout}.
   *
   * @return the output
   */
  public static AsyncWrite stderr() {
    return Err.SHARED;
  }

  // One for the process each, since the process has one of each; made when first asked for.

  private static final class In {
    private static final ThreadedRead SHARED =
        new ThreadedRead(System.in, body -> new RuntimeThread("weft-stdin", body), "stdin");
  }

  private static final class Out {
    private static final ThreadedWrite SHARED =
        new ThreadedWrite(System.out, body -> new RuntimeThread("weft-stdout", body), "stdout");
  }

  private static final class Err {
    private static final ThreadedWrite SHARED =
        new ThreadedWrite(System.err, body -> new RuntimeThread("weft-stderr", body), "stderr");
  }
}
