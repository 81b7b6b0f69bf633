package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Scopes. */
final class ScopeSnippets {

  private ScopeSnippets() {}

  static Future<Integer> fetchAll(List<String> urls, Function<String, Future<Integer>> fetch) {
    return async(
        () -> {
          // @start region="resource"
          var bytes = new AtomicInteger();
          try (Scope scope = Scope.open()) {
            for (String url : urls) {
              scope.spawn(async(() -> bytes.addAndGet(await(fetch.apply(url)))));
            }
            await(scope.join()); // throws the first failure
          } // what still runs is cancelled here and has cleaned up afterwards
          // @end
          return bytes.get();
        });
  }

  // @start region="block"
  static Future<Integer> both(Future<Integer> left, Future<Integer> right) {
    return scope(
        s -> {
          JoinHandle<Integer> a = s.spawn(left); // two tasks, which may run in parallel
          JoinHandle<Integer> b = s.spawn(right);
          return await(a) + await(b); // if one fails, the other is cancelled
        });
  }

  // @end

  // @start region="limit"
  static Future<Void> crawl(List<String> urls, Function<String, Future<Integer>> fetch) {
    return scope(
        s -> {
          s.supervised().limit(10); // failures stay apart, and at most ten run at once
          for (String url : urls) {
            s.spawn(fetch.apply(url)).detach(); // a failure goes to the runtime's handler
          }
          return null; // the scope ends when all children have
        });
  }
  // @end
}
