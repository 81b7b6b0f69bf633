package dev.weft.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BufferPoolTest {

  private final BufferPool pool = new BufferPool(100);

  @Test
  void buffer_givenBack_isTakenAgainEmpty() {
    ByteBuffer first = pool.take();
    pool.give(first.position(3).limit(5));
    ByteBuffer again = pool.take();
    assertThat(again).isSameAs(first);
    assertThat(again.remaining()).isEqualTo(100);
    assertThat(pool.take()).isNotSameAs(first);
  }

  @Test
  void pool_thatIsFull_dropsTheRest() {
    List<ByteBuffer> taken = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      taken.add(pool.take());
    }
    taken.forEach(pool::give);
    assertThat(pool.size()).isEqualTo(32);
  }

  @Test
  void largeBuffer_isNotKept() {
    ByteBuffer large = pool.take(101);
    assertThat(large.capacity()).isEqualTo(101);
    pool.give(large);
    assertThat(pool.size()).isZero();
    assertThat(pool.take(99).capacity()).isEqualTo(100);
  }
}
