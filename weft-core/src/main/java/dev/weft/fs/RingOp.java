package dev.weft.fs;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.PollContext;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.FileDriver;
import dev.weft.spi.FileRequest;
import dev.weft.spi.TaskContext;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An operation of one or more requests to a driver, one after another. */
abstract class RingOp<T extends @Nullable Object> extends FileOp<T> implements FileRequest.Owner {

  /*
   * Idea: the same steps are made in up to three places, and each goes on where the one before it couldn't.
   *
   *   attempt()      by the task itself, as long as nothing has to be waited for: most reads of what is cached
   *   begin, ended   by the driver of the worker that polls first, if it takes requests: its turn makes the steps
   *   call()         on a thread of the pool, where each request blocks: for all others, among them those of
   *                  threads outside the runtime, to which no turn of a driver belongs
   *
   * `begun` says that an attempt has made some: then the operation holds a file, and isn't dropped any more.
   *
   * A cancel asks the kernel. A request that succeeded all the same counts; if more are to follow, they are left out,
   * and what was opened is closed. The owner hears of it when the kernel has let go of everything.
   */

  private final Path path;
  private final String name;
  private final @Nullable FileBackend pool;
  private final FileRequest request = new FileRequest(this);
  private @Nullable FileDriver driver; // null for the pool's
  private boolean stepping;
  private boolean begun; // by an attempt
  private @Nullable Object value;

  /**
   * @param pool where it runs if no worker polls it; {@code null} for that of the runtime
   */
  RingOp(String name, Path path, @Nullable FileBackend pool) {
    super(pool);
    this.name = name;
    this.path = path;
    this.pool = pool;
  }

  /**
   * Makes the first request; false if there is nothing to request, and {@link #value} is the
   * result.
   */
  abstract boolean first() throws IOException;

  /**
   * A request has ended; makes the next one, or none, and then {@link #value} is the result.
   *
   * @return whether there is a next one
   */
  abstract boolean next(int result) throws IOException;

  /** Whose steps are made on the pool, or for all that isn't a request. */
  abstract FileDriver home();

  final void value(@Nullable Object value) {
    this.value = value;
  }

  final FileRequest request() {
    return request;
  }

  final Path path() {
    return path;
  }

  /** The result of a request, if it is one. */
  final int check(int result) throws IOException {
    if (result >= 0) {
      return result;
    }
    if (result == FileRequest.CLOSED) {
      throw new RuntimeClosedException(this + " ended early: the runtime is closed.");
    }
    if (result == FileRequest.BUFFER_CHANGED) {
      throw new IllegalStateException(
          this
              + " has ended, but its buffer was changed while it was in use, or is read-only;"
              + " accepted is one that is left alone meanwhile.");
    }
    if (result == FileRequest.CANCELLED) {
      throwIfStopping();
      throw new FileClosedException(path);
    }
    throw home().failure(path, -result);
  }

  @Override
  FileBackend near(Context cx) throws IOException {
    FileDriver near = isForDriver() ? driverOf(cx) : null;
    driver = near;
    if (near != null && near.takesRequests()) {
      return new RingBackend(near);
    }
    return pool == null ? FilePool.of(cx) : pool;
  }

  /** Whether a driver can do it. */
  boolean isForDriver() {
    return true;
  }

  /** Whether the kernel is asked to end it early; if not, it ends in its own time. */
  boolean isCancellable() {
    return true;
  }

  final @Nullable FileDriver driver() {
    return driver;
  }

  /** Asks the kernel to end the request under way. */
  final void cancelRequest() {
    FileDriver current = driver;
    if (current != null) {
      current.cancel(request);
    }
  }

  /** That of the worker that polls, if it has one. */
  private static @Nullable FileDriver driverOf(Context cx) {
    return PollContext.of(cx) instanceof TaskContext task ? FilePool.driver(task.services()) : null;
  }

  // ---- the task's side

  /** Whether its next request may be one that takes no waiting. */
  boolean isAttempted() {
    return false;
  }

  /** Some requests were made at once, and others are made elsewhere. */
  void leftOver() {}

  /** The first request couldn't be made at once; as if {@link #first} hadn't been called. */
  void undoFirst() {}

  @Override
  final boolean attempt() {
    FileDriver current = driver;
    if (current == null || !isAttempted()) {
      return false;
    }
    try {
      boolean more = first();
      while (more && isAttempted() && attempts(current)) {
        begun = true;
        more = next(request.result());
      }
      if (more) {
        stepping = begun;
        if (begun) {
          leftOver();
        } else {
          undoFirst();
        }
        return false;
      }
      end(value, null);
    } catch (Throwable failure) {
      end(null, failure);
    }
    return true;
  }

  private boolean attempts(FileDriver current) {
    try {
      return current.attempt(request);
    } catch (RuntimeException changed) { // the buffer wasn't left alone
      request.result(FileRequest.BUFFER_CHANGED);
      return true;
    }
  }

  /** Whether an attempt has made some of its steps. */
  final boolean isBegun() {
    return begun;
  }

  @Override
  final void stopped() {
    if (isCancellable()) {
      request.cancel();
    }
  }

  @Override
  boolean dropsWhenCancelled() {
    return !begun;
  }

  // ---- the driver's side

  @Override
  public final boolean begin() {
    if (stepping) {
      boolean _ = starts();
      return true;
    }
    if (!starts()) {
      return false;
    }
    stepping = true;
    try {
      if (first()) {
        return true;
      }
      if (isParked()) {
        return false;
      }
      end(value, null);
    } catch (Throwable failure) {
      end(null, failure);
    }
    wakeOwner();
    return false;
  }

  /** Whether it goes on later by itself. */
  boolean isParked() {
    return false;
  }

  /** Goes on with a request that was made after it was parked. */
  final void goOn() {
    FileDriver current = driver;
    if (current == null) {
      return;
    }
    if (!current.submit(request)) {
      refused();
      end(null, new RuntimeClosedException(this + " can't go on: the runtime is closed."));
      wakeOwner();
    }
  }

  @Override
  public final @Nullable Waker ended() {
    if (!stepping && !starts()) {
      return null; // it was dropped
    }
    stepping = true;
    try {
      if (next(request.result())) {
        FileDriver current = driver;
        if (current != null && current.submit(request)) {
          return null;
        }
        refused();
        throw new RuntimeClosedException(this + " can't go on: the runtime is closed.");
      }
      return end(value, null);
    } catch (Throwable failure) {
      return end(null, failure);
    }
  }

  // ---- the pool's side

  @Override
  @Nullable Object call() throws Exception {
    boolean more = begun || first();
    while (more) {
      if (request.isCancelled() && request.kind() != FileRequest.Kind.CLOSE) {
        request.result(FileRequest.CANCELLED);
      } else {
        runRequest();
      }
      more = next(request.result());
    }
    return value;
  }

  private void runRequest() {
    try {
      home().run(request);
    } catch (RuntimeException changed) { // the buffer wasn't left alone
      request.result(FileRequest.BUFFER_CHANGED);
    }
  }

  @Override
  public final String toString() {
    return name + "(" + path + ")";
  }
}
