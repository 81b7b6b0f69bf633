package dev.weft.verify.architecture.planted;

import dev.weft.verify.architecture.planted.internal.Hidden;
import java.util.List;
import java.util.Random;
import java.util.logging.Logger;

/** Breaks the rules on signatures, on the system and on logging. */
public abstract class Leaks {
  /** Shows an internal type, as an argument of a type. */
  protected abstract List<Hidden> shown();

  abstract Hidden notShown();

  long time() {
    return System.nanoTime();
  }

  void threads() throws InterruptedException {
    new Thread(() -> {}).start();
  }

  int unseeded() {
    return new Random().nextInt();
  }

  int seeded() {
    return new Random(1).nextInt();
  }

  void log(Exception failure) {
    Logger.getLogger("planted").info("old");
    failure.printStackTrace();
  }
}
