package dev.weft.bench.program.await;

import dev.weft.bench.process.Control;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs JMH for one contender and one question, in this process, which is there for nothing else.
 */
public final class AwaitProgram {

  private AwaitProgram() {}

  /**
   * The program.
   *
   * @param args the contender's class, the question, and how many iterations of how many
   *     milliseconds
   * @throws Exception if the benchmark failed
   */
  public static void main(String[] args) throws Exception {
    int iterations = Integer.parseInt(args[2]);
    TimeValue time = TimeValue.milliseconds(Long.parseLong(args[3]));
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include(AwaitBenchmark.class.getName())
                    .param("contender", args[0])
                    .param("question", args[1])
                    .forks(0)
                    .warmupIterations(iterations)
                    .warmupTime(time)
                    .measurementIterations(iterations)
                    .measurementTime(time)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .runSingle();
    Control.say("score", result.getPrimaryResult().getScore());
    Control.serveUntilEnd();
  }
}
