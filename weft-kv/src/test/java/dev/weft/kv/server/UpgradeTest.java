package dev.weft.kv.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.LeafFuture;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class UpgradeTest {

  private final TestTask task = new TestTask();
  private final StopSignal stop = new StopSignal();
  private final Step<String> handshake = new Step<>();
  private final Step<Void> served = new Step<>();
  private int closed;
  private String given;

  /** Completes when the test says how. */
  private static final class Step<T> extends LeafFuture<T> {
    private Callable<T> result;
    private boolean cancelled;

    @Override
    protected Object pollLeaf(Context cx) throws Exception {
      return result == null ? PENDING : result.call();
    }

    @Override
    protected boolean cancelLeaf() {
      cancelled = true;
      return true;
    }
  }

  private final AsyncCloseable below =
      () -> {
        closed++;
        var done = new Step<Void>();
        done.result = () -> null;
        return done;
      };

  private Future<Void> upgrade() {
    return new Upgrade<>(
        below,
        handshake,
        Duration.ofSeconds(5),
        stop,
        result -> {
          given = result;
          return served;
        });
  }

  @Test
  void step_done_givesWhatIsServed() throws Exception {
    Future<Void> upgrade = upgrade();
    task.pending(upgrade);
    handshake.result = () -> "stream";
    task.pending(upgrade);
    assertThat(given).isEqualTo("stream");
    served.result = () -> null;
    task.ready(upgrade);
    assertThat(closed).isZero(); // what is served has closed it
  }

  @Test
  void step_failed_closesWhatIsBelow() throws Exception {
    Future<Void> upgrade = upgrade();
    handshake.result =
        () -> {
          throw new IOException("no TLS");
        };
    assertThatThrownBy(() -> task.poll(upgrade)).hasMessage("no TLS");
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void step_tooSlow_closesWhatIsBelow() throws Exception {
    Future<Void> upgrade = upgrade();
    task.pending(upgrade);
    task.advance(Duration.ofSeconds(5));
    assertThatThrownBy(() -> task.poll(upgrade)).isInstanceOf(TimeoutException.class);
    assertThat(handshake.cancelled).isTrue();
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void server_thatStops_givesTheStepUp() throws Exception {
    Future<Void> upgrade = upgrade();
    task.pending(upgrade);
    stop.stop();
    assertThat(task.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> task.poll(upgrade))
        .isInstanceOf(IOException.class)
        .hasMessage("The server stopped during the handshake.");
    assertThat(closed).isEqualTo(1);
  }
}
