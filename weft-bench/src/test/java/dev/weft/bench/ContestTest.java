package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ContestTest {

  private final StringWriter progress = new StringWriter();
  private final Plan plan =
      new Plan(true, Set.of(), List.of(), Path.of("."), new PrintWriter(progress));

  @Test
  void run_twoContenders_alternates() throws Exception {
    var order = new ArrayList<String>();
    var contest =
        new Contest("w", "u").add("a", () -> noted(order, "a")).add("b", () -> noted(order, "b"));

    assertThat(contest.run(plan))
        .extracting(Measurement::contender, Measurement::runs)
        .containsExactly(tuple("a", 2), tuple("b", 2));
    assertThat(order).containsExactly("a", "b", "a", "b");
    assertThat(progress.toString().lines()).hasSize(4);
  }

  @Test
  void add_sameNameTwice_isRefused() {
    var contest = new Contest("w", "u").add("a", () -> new Sample(1, 1, 1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> contest.add("a", () -> new Sample(1, 1, 1)))
        .withMessage("a is in w already.");
  }

  private static Sample noted(ArrayList<String> order, String who) {
    order.add(who);
    return new Sample(1, 1, 1);
  }
}
