package dev.weft.bench.program.jdk;

/** What a thread does; a failure ends the process, since the figure would be worth nothing. */
@FunctionalInterface
interface ThreadBody extends Runnable {

  void go() throws Exception;

  @Override
  default void run() {
    try {
      go();
    } catch (Exception failure) {
      System.err.println(Thread.currentThread() + " failed: " + failure);
      Runtime.getRuntime().halt(1);
    }
  }
}
