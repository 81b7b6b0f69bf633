package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RateLimiterTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final TestTask task = new TestTask();

  private RateLimiter limiter(int tokens, int burst) {
    return new RateLimiter(task.clock(), tokens, SECOND, burst);
  }

  @Test
  void acquire_fullBucket_letsABurstThrough() throws Exception {
    RateLimiter limiter = limiter(10, 3);

    for (int i = 0; i < 3; i++) {
      task.ready(limiter.acquire());
    }

    Future<Void> next = limiter.acquire();
    task.pending(next);
    assertThat(limiter.tryAcquire()).isFalse();
    task.advance(Duration.ofMillis(100).minusNanos(1));
    task.pending(next);
    assertThat(task.wakes()).isZero();
    task.advance(Duration.ofNanos(1));
    assertThat(task.wakes()).isEqualTo(1);
    task.ready(next);
  }

  @Test
  void acquire_rateThatDoesNotDivide_losesNothingOverTime() throws Exception {
    RateLimiter limiter = limiter(3, 1);
    long start = task.clock().nanoTime();
    task.ready(limiter.acquire());
    for (int i = 0; i < 3_000; i++) {
      task.run(limiter.acquire());
    }
    assertThat(task.clock().nanoTime() - start)
        .isBetween(SECOND.toNanos() * 1000, SECOND.toNanos() * 1000 + 3_000);
  }

  @Test
  void acquire_largeRequestFirst_isNotOvertaken() throws Exception {
    RateLimiter limiter = limiter(10, 10);
    task.ready(limiter.acquire(8));
    Future<Void> large = limiter.acquire(10);
    Future<Void> small = limiter.acquire(1);
    task.pending(large);
    task.pending(small);
    assertThat(limiter.tryAcquire(1)).isFalse();

    task.advance(Duration.ofMillis(800));

    task.pending(small);
    task.takeWakes();
    task.ready(large);
    assertThat(task.wakes()).isEqualTo(1);
    task.pending(small);
    task.advance(Duration.ofMillis(100));
    task.ready(small);
  }

  @Test
  void cancel_firstInLine_theNextSetsItsTimer() throws Exception {
    RateLimiter limiter = limiter(10, 10);
    task.ready(limiter.acquire(10));
    Future<Void> large = limiter.acquire(10);
    Future<Void> small = limiter.acquire(1);
    task.pending(large);
    task.pending(small);

    assertThat(large.cancel()).isTrue();

    assertThat(task.takeWakes()).isEqualTo(1);
    task.pending(small);
    task.advance(Duration.ofMillis(100));
    assertThat(task.wakes()).isEqualTo(1);
    task.ready(small);
  }

  @Test
  void cancel_tokensAreThereUnseen_leavesThemForTheNext() throws Exception {
    RateLimiter limiter = limiter(10, 1);
    task.ready(limiter.acquire());
    Future<Void> wait = limiter.acquire();
    task.pending(wait);
    task.advance(Duration.ofMillis(100));

    assertThat(wait.cancel()).isTrue();

    assertThat(limiter.available()).isEqualTo(1);
    task.ready(limiter.acquire());
    assertThat(task.advanceToNextTimer()).isFalse();
  }

  @Test
  void fill_longIdle_holdsNoMoreThanTheBurst() {
    RateLimiter limiter = limiter(1_000_000, 5);
    assertThat(limiter.tryAcquire(5)).isTrue();
    assertThat(limiter.available()).isZero();

    task.advance(Duration.ofDays(100_000));

    assertThat(limiter.available()).isEqualTo(5);
    assertThat(limiter.tryAcquire(0)).isTrue();
  }

  @Test
  void create_outOfRange_saysWhatIsAccepted() {
    assertThatThrownBy(() -> limiter(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The number of tokens of a rate limiter is 0; it must be 1 or more.");
    assertThatThrownBy(() -> limiter(1, 0))
        .hasMessageContaining("The burst of a rate limiter is 0");
    assertThatThrownBy(() -> new RateLimiter(task.clock(), 1, Duration.ZERO, 1))
        .hasMessageContaining("it must be 1 ns or more");
    assertThatThrownBy(() -> new RateLimiter(task.clock(), 1, Duration.ofDays(9999), 1 << 30))
        .hasMessageContaining("token-nanoseconds");
    assertThatThrownBy(() -> limiter(1, 2).acquire(3))
        .hasMessage("A number of tokens is 3; it must be 0 to the burst, 2.");
  }
}
