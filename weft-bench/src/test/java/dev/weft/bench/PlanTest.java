package dev.weft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PlanTest {

  @Test
  void wants_noContenderGiven_isTrueForAll() {
    assertThat(plan(false, Set.of()).wants("anyone")).isTrue();
  }

  @Test
  void wants_someGiven_isTrueForThemOnly() {
    Plan plan = plan(false, Set.of("go"));

    assertThat(plan.wants("go")).isTrue();
    assertThat(plan.wants("kotlin")).isFalse();
  }

  @Test
  void quick_plan_isShorterAndSmallerInAllRespects() {
    Plan quick = plan(true, Set.of());
    Plan full = plan(false, Set.of());

    assertThat(quick.runs()).isLessThan(full.runs());
    assertThat(quick.warmUp()).isLessThan(full.warmUp());
    assertThat(quick.taskWarmUp()).isLessThan(full.taskWarmUp());
    assertThat(quick.length()).isLessThan(full.length());
    assertThat(quick.size(10, 1)).isEqualTo(1);
    assertThat(full.size(10, 1)).isEqualTo(10);
  }

  private static Plan plan(boolean quick, Set<String> contenders) {
    return new Plan(
        quick, contenders, List.of(), Path.of("."), new PrintWriter(new StringWriter()));
  }
}
