package dev.weft.bench.compare.model;

import dev.weft.Weft;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a work runs on; what it doesn't ask for isn't there.
 *
 * <p><em>Threads:</em> one asks.
 */
public final class Host implements AutoCloseable {

  private static final ThreadFactory DAEMONS = Thread.ofPlatform().daemon().factory();

  private final int workers;
  private final boolean virtual;
  private final List<Closeable> open = new ArrayList<>();
  private @Nullable Weft weft;
  private @Nullable ExecutorService pool;
  private @Nullable ScheduledThreadPoolExecutor timer;

  /**
   * Describes it.
   *
   * @param workers threads of the pool or of Weft
   * @param virtual whether threads are virtual
   */
  public Host(int workers, boolean virtual) {
    this.workers = workers;
    this.virtual = virtual;
  }

  /**
   * Threads that don't keep the process alive.
   *
   * @return their factory
   */
  public ThreadFactory threads() {
    return virtual ? Thread.ofVirtual().factory() : DAEMONS;
  }

  /**
   * The threads that run callbacks.
   *
   * @return always the same pool
   */
  public ExecutorService pool() {
    if (pool == null) {
      ExecutorService made = Executors.newFixedThreadPool(workers, DAEMONS);
      open.add(made::shutdownNow);
      pool = made;
    }
    return pool;
  }

  /**
   * What calls back at a time; a call that was cancelled is forgotten.
   *
   * @return always the same one
   */
  public ScheduledThreadPoolExecutor timer() {
    if (timer == null) {
      var made = new ScheduledThreadPoolExecutor(1, DAEMONS);
      made.setRemoveOnCancelPolicy(true);
      open.add(made::shutdownNow);
      timer = made;
    }
    return timer;
  }

  /**
   * Weft's runtime.
   *
   * @return always the same one
   */
  public Weft weft() {
    if (weft == null) {
      // Polls that take long are what is measured, not to be reported.
      Weft made = Weft.builder().workers(workers).onLongPoll(_ -> {}).build();
      open.add(made::close);
      weft = made;
    }
    return weft;
  }

  /**
   * Has something closed with this, before what it was made from.
   *
   * @param work what to close
   */
  public void closing(Closeable work) {
    open.add(work);
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : open.reversed()) {
      each.close();
    }
  }
}
