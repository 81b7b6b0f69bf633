package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Trying again, asking several, deadlines. */
final class RetrySnippets {

  private RetrySnippets() {}

  /** A client of some service. */
  interface Client {
    Future<String> read(String key);
  }

  // @start region="retry"
  static final Retry POLICY =
      Retry.exponential(Duration.ofMillis(50)) // then 100, 200, …, with half of each left to chance
          .attempts(5)
          .within(Duration.ofSeconds(10))
          .attemptTimeout(Duration.ofSeconds(2))
          .when(failure -> failure instanceof IOException);

  static Future<String> patient(Client client) {
    return retry(POLICY, () -> await(client.read("a")));
  }

  // @end

  // @start region="firstSuccess"
  static Future<String> fromAny(List<Client> replicas) {
    return firstSuccess(replicas.stream().map(replica -> replica.read("a")).toList());
  }

  // @end

  // @start region="deadline"
  static Future<Integer> both(Weft weft, Function<String, Future<Integer>> step) {
    long deadline = weft.nanoTime() + Duration.ofSeconds(1).toNanos();
    return async(
        () -> {
          int first = await(timeoutAt(deadline, step.apply("first")));
          return first + await(timeoutAt(deadline, step.apply("second"))); // what is left of it
        });
  }
  // @end
}
