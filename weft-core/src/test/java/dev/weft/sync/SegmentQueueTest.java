package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SegmentQueueTest {

  @Test
  void poll_nothingOffered_isEmpty() {
    assertThat(new SegmentQueue<String>().poll()).isSameAs(SegmentQueue.EMPTY);
  }

  @Test
  void items_manySegments_comeInOrder() {
    var queue = new SegmentQueue<Integer>(1, 4);
    for (int i = 0; i < 100; i++) {
      assertThat(queue.offer(i)).isTrue();
    }

    for (int i = 0; i < 100; i++) {
      assertThat(queue.poll()).isEqualTo(i);
    }
    assertThat(queue.poll()).isSameAs(SegmentQueue.EMPTY);
  }

  @Test
  void close_anywhereInASegment_endsBehindWhatIsThere() {
    for (int items = 0; items < 12; items++) {
      var queue = new SegmentQueue<Integer>(2, 4);
      for (int i = 0; i < items; i++) {
        queue.offer(i);
      }

      assertThat(queue.close()).isTrue();

      assertThat(queue.close()).isFalse();
      assertThat(queue.offer(-1)).isFalse();
      assertThat(queue.offer(-2)).isFalse();
      assertThat(queue.size()).isEqualTo(items);
      for (int i = 0; i < items; i++) {
        assertThat(queue.poll()).isEqualTo(i);
      }
      assertThat(queue.poll()).isSameAs(SegmentQueue.CLOSED);
      assertThat(queue.poll()).isSameAs(SegmentQueue.CLOSED);
      assertThat(queue.offer(-3)).isFalse();
      assertThat(queue.size()).isZero();
    }
  }

  @Test
  void size_acrossSegmentEdges_isExact() {
    var queue = new SegmentQueue<Integer>(2, 4);
    for (int round = 0; round < 20; round++) {
      assertThat(queue.size()).isZero();
      for (int i = 1; i <= 7; i++) {
        queue.offer(i);
        assertThat(queue.size()).isEqualTo(i);
      }
      for (int i = 6; i >= 0; i--) {
        queue.poll();
        assertThat(queue.size()).isEqualTo(i);
      }
    }
  }

  @Test
  void slots_idle_areFew() {
    assertThat(new SegmentQueue<Integer>().slots()).isEqualTo(4);
  }

  @Test
  void slots_millionItemsPassed_stayOneSegment() {
    var queue = new SegmentQueue<Integer>();
    for (int i = 0; i < 1_000_000; i++) {
      queue.offer(i);
      queue.poll();
    }

    assertThat(queue.slots()).isLessThanOrEqualTo(32);
  }

  @Test
  void slots_drainedAfterABurst_shrinkToOneSegment() {
    var queue = new SegmentQueue<Integer>();
    for (int i = 0; i < 10_000; i++) {
      queue.offer(i);
    }
    assertThat(queue.slots()).isGreaterThanOrEqualTo(10_000);

    while (queue.poll() != SegmentQueue.EMPTY) {
      // drain
    }

    assertThat(queue.slots()).isLessThanOrEqualTo(32);
  }
}
