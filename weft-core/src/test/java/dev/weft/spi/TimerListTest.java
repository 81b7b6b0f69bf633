package dev.weft.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.testkit.TestTimer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimerListTest {

  private final TimerList list = new TimerList();
  private final List<TestTimer> model = new ArrayList<>();

  private void fill(int count) {
    for (int i = 0; i < count; i++) {
      var timer = new TestTimer(i, () -> {});
      list.append(timer);
      model.add(timer);
    }
  }

  private List<TimerEntry> content() {
    var content = new ArrayList<TimerEntry>();
    for (int i = 0; i < list.end(); i++) {
      TimerEntry entry = list.at(i);
      if (entry != null) {
        content.add(entry);
      }
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 255, 256, 257, 512, 513, 3_000})
  void append_anyNumber_keepsTheOrder(int count) {
    fill(count);
    assertThat(list.size()).isEqualTo(count);
    assertThat(content()).isEqualTo(model);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20, 256, 257, 600, 3_000})
  void remove_mostOfThem_keepsTheOrderAndMovesTheRestTogether(int count) {
    fill(count);
    for (int i = count - 1; i >= 0; i--) {
      if (i % 5 != 0) {
        assertThat(list.remove(model.remove(i))).isTrue();
      }
    }
    assertThat(content()).isEqualTo(model);
    assertThat(list.size()).isEqualTo(model.size());
    assertThat(list.end()).isLessThanOrEqualTo(Math.max(16, 2 * list.size() + 1));
    fill(1_000);
    assertThat(content()).isEqualTo(model);
    for (TestTimer timer : model) {
      assertThat(list.remove(timer)).isTrue();
    }
    assertThat(list.size()).isZero();
    assertThat(list.end()).isZero();
  }

  @Test
  void remove_entryOfAnotherList_changesNothing() {
    fill(3);
    var other = new TimerList();
    var stranger = new TestTimer(0, () -> {});
    other.append(stranger);
    assertThat(list.remove(stranger)).isFalse();
    assertThat(list.remove(new TestTimer(0, () -> {}))).isFalse();
    assertThat(content()).isEqualTo(model);
  }

  @Test
  void remove_twice_doesItOnce() {
    fill(2);
    TestTimer gone = model.removeFirst();
    assertThat(list.remove(gone)).isTrue();
    assertThat(list.remove(gone)).isFalse();
    assertThat(content()).isEqualTo(model);
  }

  @Test
  void clear_full_canBeFilledAgain() {
    fill(700);
    list.clear();
    model.clear();
    assertThat(content()).isEmpty();
    fill(700);
    assertThat(content()).isEqualTo(model);
  }
}
