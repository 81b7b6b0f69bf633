package dev.weft.snippets;

import dev.weft.Weft;
import dev.weft.coroutine.Coroutine;
import dev.weft.coroutine.CoroutineGroup;
import dev.weft.coroutine.Generator;
import dev.weft.coroutine.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The examples of the Javadoc of dev.weft.coroutine, compiled. */
final class CoroutineSnippets {

  private CoroutineSnippets() {}

  static List<Long> generator() {
    // @start region="generator"
    Generator<Long> fibonacci =
        Generator.of(
            out -> {
              long a = 0;
              long b = 1;
              while (true) {
                out.yield(a);
                long next = a + b;
                a = b;
                b = next;
              }
            });
    try (Stream<Long> numbers = fibonacci.stream()) {
      return numbers.filter(n -> n % 2 == 0).limit(5).toList(); // 0, 2, 8, 34, 144
    }
    // @end
  }

  static double coroutine() throws Exception {
    // @start region="coroutine"
    Coroutine<Double, Double> average =
        Coroutine.of(
            (out, first) -> {
              double sum = first;
              for (int count = 1; ; count++) {
                sum += out.yield(sum / count);
              }
            });
    try (average) {
      average.resume(1.0);
      average.resume(2.0);
      return average.resume(6.0).value(); // 3.0
    }
    // @end
  }

  static List<Integer> symmetric() throws Exception {
    List<Integer> taken = new ArrayList<>();
    // @start region="symmetric"
    try (var group = new CoroutineGroup<Integer>()) {
      group.add(
          "producer",
          (self, first) -> {
            for (int item = 1; item <= 3; item++) {
              self.transfer("consumer", item);
            }
            return 0; // the end gives control back to enter
          });
      group.add(
          "consumer",
          (self, first) -> {
            int item = first;
            while (true) {
              taken.add(item);
              item = self.transfer("producer", 0);
            }
          });
      group.enter("producer", 0);
    }
    // @end
    return taken;
  }

  static Promise<String> promise(Weft weft) {
    // @start region="promise"
    Promise<Integer> answer =
        Promise.of(weft, out -> Thread.startVirtualThread(() -> out.resolve(6 * 7)));
    return answer
        .then(value -> "the answer is " + value)
        .catching(failure -> "no answer: " + failure.getMessage());
    // @end
  }
}
