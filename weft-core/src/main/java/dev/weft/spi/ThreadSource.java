package dev.weft.spi;

/** Maker of the platform threads of a runtime. */
@FunctionalInterface
public interface ThreadSource {

  /**
   * Makes a thread that hasn't been started.
   *
   * @param name its name
   * @param body what it runs
   * @return a daemon thread, perhaps with other settings
   */
  RuntimeThread newThread(String name, Runnable body);
}
