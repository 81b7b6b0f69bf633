package dev.weft.bench.echo;

import dev.weft.bench.Plan;
import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How long a server is warmed up: until its JIT compiler rests.
 *
 * @param slice the load is put on in slices of this length
 * @param restful so many slices in a row with next to no compiling are rest
 * @param least slices of load that each server gets
 * @param most slices after which it is taken to be warm all the same
 */
record WarmUp(Duration slice, int restful, int least, int most) {

  /*
   * Idea: how long a server takes until all that a request runs through is compiled differs by a factor of
   * three between libraries, since some bring native code and others have more methods. A fixed time would
   * have one measured warm and the other not, and the figure would then be the compiler's: in the first
   * second it takes more processor time than the server. So the rule is the same for all, the time isn't.
   * A server without a JIT compiler rests from the start and gets the least.
   */

  /**
   * Compiling in this share of the time counts as rest: a method that comes late, one at a time.
   */
  private static final double REST = 0.025;

  private static final Duration SLICE = Duration.ofMillis(200);

  static WarmUp of(Plan plan) {
    return new WarmUp(SLICE, plan.size(10, 5), plan.size(20, 5), plan.size(75, 30));
  }

  /** What is warmed up. */
  interface Warmed {

    /** Puts load on it for so long. */
    void run(Duration length) throws IOException;

    /** Processor time that its compiler has used so far. */
    double compilerSeconds() throws IOException;
  }

  /** For a server that has been warm. */
  WarmUp again() {
    return new WarmUp(slice, restful, restful, most);
  }

  /** Warms up a server by the load. */
  int run(Child server, ClosedLoop load) throws IOException {
    return run(
        new Warmed() {
          @Override
          public void run(Duration length) throws IOException {
            load.run(length);
          }

          @Override
          public double compilerSeconds() throws IOException {
            return server.compilerSeconds();
          }
        });
  }

  /**
   * Warms up.
   *
   * @return after how many slices it was warm
   */
  int run(Warmed server) throws IOException {
    // What was compiled before each of the last slices.
    Deque<Double> before = new ArrayDeque<>();
    double restSeconds = REST * restful * slice.toNanos() / 1e9;
    for (int done = 1; done <= most; done++) {
      before.addLast(server.compilerSeconds());
      server.run(slice);
      if (done >= restful) {
        boolean rests = server.compilerSeconds() - before.removeFirst() <= restSeconds;
        if (rests && done >= least) {
          return done;
        }
      }
    }
    return most;
  }
}
