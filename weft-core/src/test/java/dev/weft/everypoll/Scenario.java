package dev.weft.everypoll;

import dev.weft.Future;
import dev.weft.stream.AsyncStream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table.
 *
 * @param name tells it from all others
 * @param start makes the future that is cancelled at each poll
 * @param stream makes the stream whose reads are cancelled one by one; null for none
 * @param alone whether tasks may outlive the future, which then have to end by themselves
 */
public record Scenario(
    String name, Start start, @Nullable Function<Run, AsyncStream<?>> stream, boolean alone) {

  /** Makes the future of a run; called in the runtime, outside any task. */
  public interface Start {
    Future<?> in(Run run) throws Exception;
  }

  public static Scenario of(String name, Start start) {
    return new Scenario(name, start, null, false);
  }

  /** The same, with tasks that may outlive the future. */
  public Scenario withTasksOfTheirOwn() {
    return new Scenario(name, start, stream, true);
  }

  @Override
  public String toString() {
    return name;
  }
}
