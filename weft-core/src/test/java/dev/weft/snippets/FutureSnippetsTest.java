package dev.weft.snippets;

import static dev.weft.Async.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.Weft;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FutureSnippetsTest {

  @Test
  void countdown_onARuntime_liftsOff() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(new FutureSnippets.Countdown())).isEqualTo("lift-off");
    }
  }

  @Test
  void countdown_polledByHand_isReadyAtTheFourth() throws Exception {
    var countdown = new FutureSnippets.Countdown();
    Context cx = Context.of(Waker.noop());
    for (int i = 0; i < 3; i++) {
      assertThat(countdown.poll(cx).isReady()).isFalse();
    }
    assertThat(countdown.poll(cx).isReady()).isTrue();
    assertThatThrownBy(() -> countdown.poll(cx)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void completableFuture_completedByAnotherThread_givesItsValue() throws Exception {
    var source = new CompletableFuture<String>();
    try (Weft weft = Weft.create()) {
      var value = weft.spawn(FutureSnippets.valueOf(source));
      source.complete("answer");
      assertThat(weft.blockOn(value)).isEqualTo("answer");
    }
  }

  @Test
  void completableFuture_thatFails_failsAsGetDoes() throws Exception {
    var failed = CompletableFuture.<String>failedFuture(new IOException("no answer"));
    try (Weft weft = Weft.create()) {
      assertThatThrownBy(() -> weft.blockOn(FutureSnippets.valueOf(failed)))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("no answer");
    }
  }

  @Test
  void completableFuture_whoseWaitLosesARace_isCancelled() throws Exception {
    var source = new CompletableFuture<String>();
    try (Weft weft = Weft.create()) {
      var winner =
          weft.blockOn(selectBiased(FutureSnippets.valueOf(source), async(() -> "the other")));
      assertThat(winner).isEqualTo(new Second<>("the other"));
    }
    assertThat(source).isCancelled();
  }
}
