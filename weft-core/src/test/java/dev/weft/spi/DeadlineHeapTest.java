package dev.weft.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DeadlineHeapTest {

  private static final class Item {
    final long deadline;
    int position = DeadlineHeap.NOWHERE;

    Item(long deadline) {
      this.deadline = deadline;
    }
  }

  private final DeadlineHeap<Item> heap = new DeadlineHeap<>((item, at) -> item.position = at);

  private Item added(long deadline) {
    var item = new Item(deadline);
    heap.add(item, deadline);
    return item;
  }

  @Test
  void heap_empty_hasNoFirst() {
    assertThat(heap.first()).isNull();
    assertThat(heap.removeFirst()).isNull();
    assertThat(heap.size()).isZero();
    assertThatThrownBy(() -> heap.removeAt(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void count_upToADeadline_stopsAtEnough() {
    for (int i = 100; i > 0; i--) {
      added(i);
    }
    assertThat(heap.count(0, 8)).isZero();
    assertThat(heap.count(7, 8)).isEqualTo(7);
    assertThat(heap.count(8, 8)).isEqualTo(8);
    assertThat(heap.count(50, 8)).isEqualTo(8);
    assertThat(heap.count(1_000, 1_000)).isEqualTo(100);
  }

  @Test
  void removeFirst_equalDeadlines_keepTheOrderOfAdding() {
    var expected = new ArrayList<Item>();
    for (int i = 0; i < 100; i++) {
      expected.add(added(7));
    }
    var order = new ArrayList<Item>();
    for (Item item = heap.removeFirst(); item != null; item = heap.removeFirst()) {
      order.add(item);
    }
    assertThat(order).isEqualTo(expected);
  }

  @Test
  void add_acrossTheOverflowOfTheClock_keepsTheOrder() {
    Item after = added(Long.MIN_VALUE + 5);
    Item before = added(Long.MAX_VALUE - 5);
    assertThat(heap.firstDeadlineNanos()).isEqualTo(Long.MAX_VALUE - 5);
    assertThat(heap.removeFirst()).isSameAs(before);
    assertThat(heap.removeFirst()).isSameAs(after);
  }

  static LongStream seeds() {
    Long given = Long.getLong("weft.seed");
    return given == null ? LongStream.rangeClosed(1, 12) : LongStream.of(given);
  }

  @ParameterizedTest(name = "weft.seed={0}")
  @MethodSource("seeds")
  void heap_randomProgram_doesWhatASortedListDoes(long seed) {
    var random = new SplittableRandom(seed);
    List<Item> model = new ArrayList<>();
    for (int step = 0; step < 4_000; step++) {
      int growing = step < 2_000 ? 5 : 3;
      if (random.nextInt(8) < growing) {
        model.add(added(random.nextLong(1L << random.nextInt(1, 40))));
        model.sort(Comparator.comparingLong(item -> item.deadline)); // stable
      } else if (!model.isEmpty()) {
        remove(model, random);
      }
      assertThat(heap.size()).isEqualTo(model.size());
      assertThat(heap.first()).isSameAs(model.isEmpty() ? null : model.getFirst());
    }
    while (!model.isEmpty()) {
      assertThat(heap.firstDeadlineNanos()).isEqualTo(model.getFirst().deadline);
      assertThat(heap.removeFirst()).isSameAs(model.removeFirst());
    }
    assertThat(heap.first()).isNull();
  }

  private void remove(List<Item> model, SplittableRandom random) {
    switch (random.nextInt(20)) {
      case 0 -> {
        int bit = random.nextInt(4);
        int before = model.size();
        model.removeIf(item -> (item.deadline >>> bit & 1) == 0);
        assertThat(heap.removeIf(item -> (item.deadline >>> bit & 1) == 0))
            .isEqualTo(before - model.size());
      }
      case 1, 2, 3, 4, 5 -> assertThat(heap.removeFirst()).isSameAs(model.removeFirst());
      default -> {
        Item item = model.remove(random.nextInt(model.size()));
        heap.removeAt(item.position);
        assertThat(item.position).isEqualTo(DeadlineHeap.NOWHERE);
      }
    }
  }
}
