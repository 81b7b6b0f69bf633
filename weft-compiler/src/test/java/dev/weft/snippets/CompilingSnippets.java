package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.sync.AsyncMutex;
import java.util.List;

/** What the page on compiling shows. */
final class CompilingSnippets {

  private CompilingSnippets() {}

  /** Something that answers after a while. */
  interface Client {
    Future<Integer> read(String key);
  }

  // @start region="suppress"
  @SuppressWarnings("weft:blocking") // a nap of a millisecond, in a tool that runs alone
  static Future<Void> nap() {
    return async(() -> Thread.sleep(1));
  }

  // @end

  // @start region="mutex"
  static Future<Integer> addTo(AsyncMutex mutex, int[] total, Client client) {
    return async(
        () -> {
          try (var _ = await(mutex.lock())) { // may be held over awaits, unlike a monitor
            total[0] += await(client.read("a"));
            return total[0];
          }
        });
  }

  // @end

  // @start region="stackful"
  static Future<Integer> sum(List<String> keys, Client client) {
    return stackful(() -> keys.stream().mapToInt(key -> awaitUnchecked(client.read(key))).sum());
  }

  // @end

  // @start region="preemptible"
  @Preemptible
  static Future<Long> countPrimes(int limit) {
    return async(
        () -> {
          long primes = 0;
          for (int n = 2; n < limit; n++) { // lets others run when it takes long
            primes += isPrime(n) ? 1 : 0;
          }
          return primes;
        });
  }

  // @end

  private static boolean isPrime(int n) {
    for (int divisor = 2; divisor * divisor <= n; divisor++) {
      if (n % divisor == 0) {
        return false;
      }
    }
    return true;
  }
}
