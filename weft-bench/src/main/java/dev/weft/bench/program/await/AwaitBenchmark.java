package dev.weft.bench.program.await;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How long one await takes. A process holds one case only, so that all calls in it are as
 * monomorphic as in a program with one kind of future.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AwaitBenchmark {

  static final int OPERATIONS = 1_000;

  /** Class of the contender. */
  @Param("")
  public String contender = "";

  /** What is asked. */
  @Param("")
  public String question = "";

  private AwaitCases.Case work = _ -> 0;

  /** Creates the state of a benchmark. */
  public AwaitBenchmark() {}

  /**
   * Loads the contender's class.
   *
   * @throws ReflectiveOperationException if there is no such class
   */
  @Setup
  public void load() throws ReflectiveOperationException {
    work =
        Class.forName(contender)
            .asSubclass(AwaitCases.class)
            .getConstructor()
            .newInstance()
            .of(question);
  }

  /**
   * The question.
   *
   * @return the result, so that it can't be left out
   * @throws Exception if the contender failed
   */
  @Benchmark
  @OperationsPerInvocation(OPERATIONS)
  public long ask() throws Exception {
    return work.run(OPERATIONS);
  }
}
