package dev.weft.process;

import dev.weft.AsyncCloseable;
import dev.weft.CancelSafe;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.codegen.CloseFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import org.jspecify.annotations.Nullable;

/**
 * A program that was started by this one.
 *
 * {@snippet class="dev.weft.snippets.ProcessSnippets" region="spawn"}
 *
 * <p>Closing it kills the program if it still runs, and waits for its end. So a task that is
 * cancelled within try-with-resources leaves no program behind. A child that is still open when its
 * runtime closes is asked to end, and is killed a second later. {@link #detach} excepts it from
 * both. Programs that the child has started are not touched.
 *
 * <p><em>Threads:</em> any number of tasks may wait for its end, also of other runtimes. Each of
 * the streams is for one task at a time.
 */
public final class Child implements AsyncCloseable {

  private final Process process;
  private final String name;
  private final Exit exit;
  private final @Nullable ChildInput stdin;
  private final @Nullable ChildOutput stdout;
  private final @Nullable ChildOutput stderr;
  private final Wiring wiring;
  private volatile boolean detached;
  private volatile @Nullable JoinHandle<Void> guardian;

  Child(Process process, Wiring wiring) {
    this.process = process;
    this.wiring = wiring;
    this.name = wiring.program() + " (pid " + process.pid() + ")";
    this.exit = new Exit(process);
    this.stdin = input(wiring.stdin());
    this.stdout =
        Wiring.isPipe(wiring.stdout())
            ? new ChildOutput(process.getInputStream(), "The standard output of " + name)
            : null;
    this.stderr =
        Wiring.isPipe(wiring.stderr())
            ? new ChildOutput(process.getErrorStream(), "The standard error of " + name)
            : null;
  }

  private @Nullable ChildInput input(Redirect from) {
    if (from.kind() != Redirect.Kind.PIPE && from.kind() != Redirect.Kind.NOTHING) {
      return null;
    }
    var pipe = new ChildInput(process.getOutputStream(), "The standard input of " + name);
    if (from.kind() == Redirect.Kind.PIPE) {
      return pipe;
    }
    pipe.close();
    return null;
  }

  /** Has the runtime end it. */
  void guard(Weft runtime) {
    JoinHandle<Void> guard = runtime.spawn(new Guardian(this, exit)).detach();
    guardian = guard;
    if (guard.isFinished() && exit.status() == null) {
      kill(); // The runtime has closed meanwhile and polls nothing any more.
    }
  }

  Exit exit() {
    return exit;
  }

  boolean isDetached() {
    return detached;
  }

  /**
   * The system's number of the process.
   *
   * @return the number; the system may give it to another process after this one has ended
   */
  public long pid() {
    return process.pid();
  }

  /**
   * The standard input. What is written is accepted 16 KiB at a time and goes on in the background;
   * {@link AsyncWrite#flush} waits for that, and {@link AsyncWrite#shutdown} ends the input. A
   * child that doesn't read is waited for.
   *
   * @return the same object each time
   * @throws IllegalStateException if it isn't a {@link Redirect#pipe}
   */
  public AsyncWrite stdin() {
    return require(stdin, "input", "stdin", wiring.stdin());
  }

  /**
   * The standard output.
   *
   * @return the same object each time
   * @throws IllegalStateException if it isn't a {@link Redirect#pipe}
   */
  public AsyncRead stdout() {
    return require(stdout, "output", "stdout", wiring.stdout());
  }

  /**
   * The standard error.
   *
   * @return the same object each time
   * @throws IllegalStateException if it isn't a {@link Redirect#pipe}
   */
  public AsyncRead stderr() {
    return require(stderr, "error", "stderr", wiring.stderr());
  }

  private <S> S require(@Nullable S pipe, String stream, String method, @Nullable Redirect is) {
    if (pipe == null) {
      throw new IllegalStateException(
          "The standard "
              + stream
              + " of "
              + name
              + " is "
              + (is == null ? "part of its output" : is)
              + " and no pipe; call "
              + method
              + "(Redirect.pipe()) before the start.");
    }
    return pipe;
  }

  @Nullable ChildOutput outputOrNull() {
    return stdout;
  }

  @Nullable ChildOutput errorOrNull() {
    return stderr;
  }

  /**
   * Waits for the program's end. It may be called several times and gives the same each time. What
   * the program has written can still be read afterwards. Its input stays open; a program that
   * reads to the end of it needs {@code stdin().shutdown()} first.
   *
   * <p><em>Cancellation:</em> safe; the program runs on.
   *
   * @return how it ended
   */
  @CancelSafe
  public Future<ExitStatus> waitFor() {
    return new ExitFuture(this, exit);
  }

  /**
   * How the program ended.
   *
   * @return the status, or {@code null} while it runs
   */
  public @Nullable ExitStatus exitStatus() {
    return exit.status();
  }

  /** Asks the program to end, by SIGTERM where there are signals; it may take its time. */
  public void terminate() {
    process.destroy();
  }

  /** Ends the program at once, by SIGKILL where there are signals. */
  public void kill() {
    process.destroyForcibly();
  }

  /**
   * Lets the program run on when this is closed and when the runtime closes. Its pipes are closed
   * then all the same.
   *
   * @return this child
   */
  public Child detach() {
    detached = true;
    JoinHandle<Void> guard = guardian;
    if (guard != null) {
      guard.abort();
    }
    return this;
  }

  /**
   * Kills the program if it runs and isn't detached, and closes the pipes.
   *
   * <p>A thread that reads a pipe is freed by the end of all programs that have its other end,
   * those which the child has started included.
   *
   * @return completes when the program has ended, or at once if it is detached
   */
  @CancelSafe
  @Override
  public Future<Void> closeAsync() {
    var wait = new Exit.Wait();
    return new CloseFuture(this::closeNow, cx -> detached || exit.poll(wait, cx) != null);
  }

  void closeNow() {
    if (!detached) {
      process.destroyForcibly();
    }
    closeIfOpen(stdin);
    if (stdout != null) {
      stdout.close();
    }
    if (stderr != null) {
      stderr.close();
    }
  }

  private static void closeIfOpen(@Nullable ChildInput pipe) {
    if (pipe != null) {
      pipe.close();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
