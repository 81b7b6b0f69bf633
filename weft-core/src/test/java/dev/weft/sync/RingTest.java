package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a bounded channel keeps its messages, and what they cost when they are gone. */
final class RingTest {

  private static void put(Ring ring, int position) {
    ring.put(ring.prepare(position), position, position);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 64, 65, 1_000, 100_000})
  void messages_upToTheCapacityAtOnce_comeOutInOrder(int capacity) {
    Ring ring = Ring.of(capacity);
    int tail = Integer.MAX_VALUE - capacity / 2; // positions wrap around
    int head = tail;
    for (int lap = 0; lap < 3; lap++) {
      for (int i = 0; i < capacity; i++) {
        put(ring, tail++);
      }
      for (int i = 0; i < capacity; i++) {
        assertThat(ring.take(head)).isEqualTo(head);
        head++;
      }
      assertThat(ring.take(head)).isNull();
    }
  }

  @Test
  void take_notWrittenYet_isNull() {
    Ring ring = Ring.of(1_000);
    ring.prepare(0);
    ring.put(ring.prepare(1), 1, "later");

    assertThat(ring.take(0)).isNull();
    assertThat(ring.take(1)).isEqualTo("later");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "10, 16", "64, 64", "65, 0", "1000, 0", "2147483647, 0"})
  void idle_hasPlacesOnlyIfFew(int capacity, int places) {
    assertThat(Ring.of(capacity).size()).isEqualTo(places);
  }

  @Test
  void million_passed_oneByOne_keepOneChunk() {
    Ring ring = Ring.of(1_000);
    for (int i = 0; i < 1_000_000; i++) {
      put(ring, i);
      ring.take(i);
    }

    assertThat(ring.size()).isLessThanOrEqualTo(32);
  }

  @Test
  void drained_afterItWasFull_dropsTheChunks() {
    Ring ring = Ring.of(10_000);
    for (int i = 0; i < 10_000; i++) {
      put(ring, i);
    }
    assertThat(ring.size()).isGreaterThanOrEqualTo(10_000);

    for (int i = 0; i < 10_000; i++) {
      ring.take(i);
    }

    assertThat(ring.size()).isLessThan(200);
  }
}
