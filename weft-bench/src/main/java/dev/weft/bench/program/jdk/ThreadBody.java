package dev.weft.bench.program.jdk;

/** What a thread does. */
@FunctionalInterface
interface ThreadBody {

  void run() throws Exception;

  /** For a thread; a failure ends the process, since the figure would be worth nothing. */
  default Runnable guarded() {
    return () -> {
      try {
        run();
      } catch (Exception failure) {
        System.err.println(Thread.currentThread() + " failed: " + failure);
        Runtime.getRuntime().halt(1);
      }
    };
  }
}
