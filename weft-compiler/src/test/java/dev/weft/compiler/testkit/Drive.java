package dev.weft.compiler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.TestTask;
import java.util.concurrent.Callable;

/** Runs code to its end and tells what was seen of it. */
public final class Drive {

  private Drive() {}

  /** Plain code, in which each await blocks the thread. */
  public static Observed call(Callable<?> code, Script script) {
    try {
      return Observed.value(code.call(), script);
    } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError wrong) {
      throw wrong; // what was compiled can't even be loaded
    } catch (Throwable failure) {
      return Observed.thrown(failure, script);
    }
  }

  /** A block, polled whenever its task is woken, and cancelled when its script says so. */
  public static Observed poll(Future<?> block, Script script, TestTask task)
      throws InterruptedException {
    while (true) {
      task.takeWakes();
      try {
        if (task.poll(block) instanceof Poll.Ready<?>(Object value)) {
          return Observed.value(value, script);
        }
      } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError wrong) {
        throw wrong;
      } catch (Throwable failure) {
        return Observed.thrown(failure, script);
      }
      if (script.takeCancelWanted()) {
        assertThat(block.cancel()).isFalse();
      } else {
        task.awaitWakes(1);
      }
    }
  }
}
