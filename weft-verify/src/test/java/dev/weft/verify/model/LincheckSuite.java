package dev.weft.verify.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A model-checked type: its model passes, and a planted bug in the same model is found.
 *
 * <p>A model's operations are single polls, cancels, sends and releases on a few named waiters; the
 * operations of one waiter, which has one owner, stay on one thread (a non-parallel group). The
 * checker runs each random scenario under many interleavings, compares the results with those of
 * some sequential order, and calls the model's validation at the end: nobody waits who could go on
 * and wasn't woken, and after all is cancelled and given back, as many permits, locks and messages
 * are there as there have to be.
 */
@Tag("model")
public abstract class LincheckSuite {

  /*
   * Why so few threads and operations suffice: every decision in this package is one CAS or one short
   * monitor section, and a race is one step of another thread between two steps of the first. The shared
   * states are small: a queue is empty, has one waiter or has more; a permit is free, being handed over or
   * held; a channel is open or closed. Two waiters, one who gives and one bystander reach all of them, so
   * three threads with two operations cover any pair of racing operations in the presence of a third
   * party, and two threads with three operations cover what takes a history (queue, hand over, cancel).
   * Segments are shrunk to one and two slots, so that each scenario crosses an edge. What needs volume
   * rather than precision (growth, throughput, real memory ordering) is for SyncThreadsTest and jcstress.
   *
   * A checker may be blind without telling, as one was on class files that were too new for it. Hence the
   * planted bugs: the real source with one guard taken out, see Planted, which must be found, and found as
   * what it is. The checker sees classes of the system's class loader only, so a planted class is checked in
   * a process that has it first on its class path, see PlantedRun.
   */

  private static final int SCENARIOS = 4; // in each build; there are thirty models
  private static final int LONGER = 40;
  private static final int LOOPS = 300; // a thread that gives way for a moment isn't in a livelock

  /** The model. */
  protected abstract Class<?> model();

  /** The same model over the source with a bug planted into it. */
  protected abstract Class<?> planted() throws Exception;

  /** False where operations may overlap visibly, so that only the validation counts. */
  protected boolean isLinearizable() {
    return true;
  }

  private ModelCheckingOptions options(int threads, int actors, int iterations, int invocations) {
    return options(isLinearizable(), threads, actors, iterations, invocations);
  }

  static ModelCheckingOptions options(
      boolean linearizable, int threads, int actors, int iterations, int invocations) {
    ModelCheckingOptions options =
        new ModelCheckingOptions()
            .threads(threads)
            .actorsPerThread(actors)
            .actorsBefore(1)
            .actorsAfter(1)
            .loopBound(LOOPS)
            .iterations(iterations)
            .invocationsPerIteration(invocations);
    return linearizable ? options : options.verifier(EpsilonVerifier.class);
  }

  @Test
  void model_twoThreads_holds() {
    options(2, 3, SCENARIOS, 250).check(model());
  }

  @Test
  void model_threeThreads_holds() {
    options(3, 2, SCENARIOS, 250).check(model());
  }

  @Test
  void plantedBug_isFound(@TempDir Path folder) throws Exception {
    assertThat(PlantedRun.check(folder, planted(), isLinearizable()))
        .startsWith(PlantedRun.FOUND)
        .doesNotContain("ClassCastException", "LinkageError", "NoClassDefFoundError");
  }

  @Test
  @Tag("stress")
  void model_manyScenarios_holds() {
    options(2, 4, SCENARIOS * LONGER, 1_000).check(model());
    options(3, 3, SCENARIOS * LONGER, 1_000).check(model());
  }

  @Test
  @Tag("stress")
  void model_realThreads_holds() {
    StressOptions options =
        new StressOptions()
            .threads(3)
            .actorsPerThread(3)
            .iterations(50)
            .invocationsPerIteration(5_000);
    (isLinearizable() ? options : options.verifier(EpsilonVerifier.class)).check(model());
  }
}
