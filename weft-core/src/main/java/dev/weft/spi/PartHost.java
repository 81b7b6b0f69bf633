package dev.weft.spi;

/** What a runtime offers to its {@linkplain RuntimePart parts}. */
public interface PartHost {

  /**
   * How many workers poll the runtime's tasks.
   *
   * @return 1 or more
   */
  int workers();

  /**
   * Runs a job on a thread of the blocking pool. Unlike a blocking call of a task, the job is never
   * interrupted nor refused because too many wait, and it is still taken while the runtime closes,
   * since tasks that clean up may need it.
   *
   * @param job what to run; it must not throw
   * @return false if the runtime's tasks have ended and nothing runs any more
   */
  boolean execute(Runnable job);

  /**
   * Makes a thread that hasn't been started.
   *
   * @param name the end of its name
   * @param body what it runs; the part sees to it that it ends
   * @return a daemon thread
   */
  RuntimeThread newThread(String name, Runnable body);
}
