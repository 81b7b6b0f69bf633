package dev.weft.verify.fuzz;

import dev.weft.Async;
import dev.weft.AsyncBody;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.codegen.CompiledBody;
import dev.weft.testkit.TestTask;
import dev.weft.verify.fuzz.kit.Plain;
import dev.weft.verify.fuzz.kit.Plan;
import dev.weft.verify.fuzz.kit.Probe;
import dev.weft.verify.fuzz.kit.Text;

/** A class of a program, and a run of it. */
final class Runs {
  private static final int MOST_POLLS = 100_000;

  private Runs() {}

  /** A run that went as no run can go, whatever the program. */
  static final class BrokenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BrokenException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** How it is run. */
  enum Way {
    BLOCKING,
    STACKFUL,
    STACKLESS
  }

  static Observed run(Class<?> program, Way way, Plan plan) {
    var probe = new Probe(plan, way == Way.BLOCKING);
    AsyncBody<?> body = body(program, probe);
    if (body instanceof CompiledBody != (way == Way.STACKLESS)) {
      throw new BrokenException(body + " isn't what " + way + " runs", null);
    }
    String outcome;
    try {
      outcome = "value " + Text.of(way == Way.BLOCKING ? Plain.run(body) : drive(body, probe));
    } catch (BrokenException broken) {
      throw broken;
    } catch (LinkageError broken) {
      throw new BrokenException("can't be linked: " + broken, broken);
    } catch (Throwable failure) {
      outcome = "thrown " + Text.of(failure);
    }
    return new Observed(outcome, probe.log(), probe.polled());
  }

  private static AsyncBody<?> body(Class<?> program, Probe probe) {
    try {
      return (AsyncBody<?>) program.getMethod("body", Probe.class).invoke(null, probe);
    } catch (ReflectiveOperationException | LinkageError failure) {
      throw new BrokenException("can't be linked: " + failure, failure);
    }
  }

  private static Object drive(AsyncBody<?> body, Probe probe) throws Exception {
    var task = new TestTask();
    Future<?> block = Async.async(body);
    boolean cancelled = false;
    for (int polls = 0; polls < MOST_POLLS; polls++) {
      int _ = task.takeWakes();
      if (task.poll(block) instanceof Poll.Ready<?>(Object value)) {
        return value;
      }
      if (probe.takeCancelWanted() || cancelled && polls % 3 == 0) {
        cancelled = true; // further requests, as they come, must change nothing
        if (block.cancel()) {
          throw new BrokenException("cancel() let go of a block in the middle of its body", null);
        }
      } else {
        task.awaitWakes(1);
      }
    }
    throw new BrokenException("still pending after " + MOST_POLLS + " polls", null);
  }
}
