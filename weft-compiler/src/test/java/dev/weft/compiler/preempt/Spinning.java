package dev.weft.compiler.preempt;

import dev.weft.AsyncAction;
import dev.weft.AsyncBody;
import dev.weft.compiler.Javac;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** Compiled blocks with loops that don't end by themselves. */
final class Spinning {

  private static final String SOURCE =
      """
      import dev.weft.*;
      import java.util.concurrent.atomic.AtomicBoolean;
      public class Loops {
        @Preemptible public static AsyncBody<Long> until(AtomicBoolean stop) {
          return () -> {
            long turns = 0;
            while (!stop.getPlain()) {
              turns++;
            }
            return turns;
          };
        }
        @Preemptible public static AsyncAction forever(AtomicBoolean cleanedUp) {
          return () -> {
            try {
              while (true) {}
            } finally {
              cleanedUp.set(true);
            }
          };
        }
        @Preemptible public static AsyncBody<Integer> count(int turns) {
          return () -> {
            int sum = 0;
            for (int i = 0; i < turns; i++) {
              sum += i;
            }
            return sum;
          };
        }
      }
      """;

  private final Class<?> program;

  Spinning(Path folder) throws Exception {
    Path classes = Javac.weft(folder).compile("Loops.java", SOURCE).folder();
    program =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, Spinning.class.getClassLoader())
            .loadClass("Loops");
  }

  /** Counts until it is told to stop. */
  @SuppressWarnings("unchecked") // as in the source
  AsyncBody<Long> until(AtomicBoolean stop) throws Exception {
    return (AsyncBody<Long>) program.getMethod("until", AtomicBoolean.class).invoke(null, stop);
  }

  /** Never ends, and notes when it is made to. */
  AsyncAction forever(AtomicBoolean cleanedUp) throws Exception {
    return (AsyncAction) program.getMethod("forever", AtomicBoolean.class).invoke(null, cleanedUp);
  }

  /** Adds up so many numbers. */
  @SuppressWarnings("unchecked") // as in the source
  AsyncBody<Integer> count(int turns) throws Exception {
    return (AsyncBody<Integer>) program.getMethod("count", int.class).invoke(null, turns);
  }
}
