package dev.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that do the same with threads and with Weft. */
@Timeout(60)
class SameOutputTest {

  @Test
  void nestedThreads_asTasks_sayTheSame() throws Exception {
    var threads = new Output();
    NestedThreads.withThreads(1, 3, threads);
    var tasks = new Output();
    try (Weft weft = Weft.create()) {
      weft.blockOn(NestedThreads.withTasks(1, 3, tasks));
    }
    assertThat(tasks.lines())
        .isEqualTo(threads.lines())
        .containsExactly(
            "level 1 begins",
            "level 2 begins",
            "level 3 begins",
            "level 3 ends",
            "level 2 ends",
            "level 1 ends");
  }

  @Test
  void timerChain_withAwait_saysTheSame() throws Exception {
    var callbacks = new Output();
    TimerChain.withCallbacks(callbacks);
    var awaits = new Output();
    try (Weft weft = Weft.create()) {
      weft.blockOn(TimerChain.withAwait(awaits));
    }
    assertThat(awaits.lines())
        .isEqualTo(callbacks.lines())
        .containsExactly("step 1", "step 2", "step 3");
  }

  @Test
  void main_ofBoth_printsEachHalfOnce() throws Exception {
    List<String> nested = Output.of(() -> NestedThreads.main(new String[0]));
    assertThat(nested).hasSize(14).startsWith("with threads:").contains("with tasks:");
    assertThat(nested.subList(8, 14)).isEqualTo(nested.subList(1, 7));
    assertThat(Output.of(() -> TimerChain.main(new String[0])))
        .containsExactly(
            "with callbacks:",
            "step 1",
            "step 2",
            "step 3",
            "with await:",
            "step 1",
            "step 2",
            "step 3");
  }
}
