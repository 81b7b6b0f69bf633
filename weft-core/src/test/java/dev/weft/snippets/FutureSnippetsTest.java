package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.Weft;
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
}
