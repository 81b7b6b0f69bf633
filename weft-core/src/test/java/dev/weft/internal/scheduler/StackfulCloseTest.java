package dev.weft.internal.scheduler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing from inside a block, wherever its virtual thread runs. */
@Tag("stackful")
@Timeout(60)
final class StackfulCloseTest {

  @ParameterizedTest
  @EnumSource
  void close_insideABlockOfTheRuntime_isRefused(Weft.Scheduler scheduler) {
    try (Weft weft = new WeftBuilder().scheduler(scheduler).build()) {
      JoinHandle<Void> handle = weft.spawn(Async.stackful(weft::close));
      assertThatThrownBy(() -> weft.blockOn(handle))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageMatching("close was called on \\S+, a thread of the runtime.*");
    }
  }

  @ParameterizedTest
  @EnumSource
  void shutdown_insideABlockOfTheRuntime_isRefused(Weft.Scheduler scheduler) {
    try (Weft weft = new WeftBuilder().scheduler(scheduler).build()) {
      JoinHandle<Boolean> handle =
          weft.spawn(Async.stackful(() -> weft.shutdown(Duration.ofMinutes(1))));
      assertThatThrownBy(() -> weft.blockOn(handle))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("shutdown was called on");
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_insideABlockOfAnotherRuntime_isFine(Weft.Scheduler scheduler) throws Exception {
    try (Weft weft = new WeftBuilder().scheduler(scheduler).build()) {
      Weft inner = new WeftBuilder().scheduler(scheduler).build();
      weft.blockOn(weft.spawn(Async.stackful(inner::close)));
      assertThatThrownBy(() -> inner.blockOn(Async.yieldNow()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
  }
}
