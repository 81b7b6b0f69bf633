package dev.weft.bench.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class BudgetTest {

  private static final Budget BUDGET =
      Budget.parse("some.txt", "# remark\n\nspawn 200 # bytes\n  select   1000\nnothing 0\n");

  @Test
  void parse_linesAndRemarks_keepsTheOrder() {
    assertThat(BUDGET.names()).containsExactly("spawn", "select", "nothing");
  }

  @Test
  void parse_lineWithoutANumber_isRefusedWithTheLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Budget.parse("some.txt", "spawn many"))
        .withMessage("The line \"spawn many\" in some.txt is no name with a number of bytes.");
  }

  @Test
  void fault_overBudget_isOneSentence() {
    assertThat(BUDGET.fault("spawn", 201))
        .contains("spawn costs 201 bytes, more than the 200 of its budget in some.txt.");
    assertThat(BUDGET.fault("nothing", 1)).isPresent();
  }

  @Test
  void fault_farUnderBudget_saysWhatToWrite() {
    assertThat(BUDGET.fault("spawn", 171))
        .contains(
            "spawn costs 171 bytes, far less than the 200 of its budget; set it to 171 in some.txt,"
                + " to keep it so.");
  }

  @Test
  void fault_withinBudget_isNone() {
    assertThat(BUDGET.fault("spawn", 200)).isEmpty();
    assertThat(BUDGET.fault("spawn", 172)).isEmpty();
    assertThat(BUDGET.fault("nothing", 0)).isEmpty();
  }
}
