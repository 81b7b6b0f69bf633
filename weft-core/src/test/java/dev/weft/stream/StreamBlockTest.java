package dev.weft.stream;

import static dev.weft.Async.await;
import static dev.weft.Async.shield;
import static dev.weft.Async.stackful;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Weft;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams that a block makes. */
@Tag("stackful")
@Timeout(60)
class StreamBlockTest {

  private final Weft weft = Weft.builder().workers(2).build();
  private final List<Emitter<Integer>> kept = new ArrayList<>();

  @AfterEach
  void close() {
    weft.close();
  }

  /** What the close of a stream has thrown after its first item. */
  private Throwable closed(AsyncStream<Integer> stream) throws Exception {
    return weft.blockOn(
        stackful(
            () -> {
              assertThat(await(stream.next())).isEqualTo(1);
              return catchThrowable(() -> await(stream.closeAsync()));
            }));
  }

  @Test
  void stream_emitsInItsCleanUp_failsInsteadOfWaitingForEver() throws Exception {
    AsyncStream<Integer> stream =
        Streams.stream(
            out -> {
              try {
                await(out.emit(1));
              } finally {
                await(out.emit(2));
              }
            });
    assertThat(closed(stream))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("The item 2 was emitted after the stream was closed");
  }

  @Test
  void stream_shieldsItsEmit_canBeClosed() throws Exception {
    AsyncStream<Integer> stream =
        Streams.stream(
            out -> {
              await(out.emit(1));
              await(shield(out.emit(2)));
            });
    weft.blockOn(
        stackful(
            () -> {
              assertThat(await(stream.next())).isEqualTo(1);
              assertThat(await(stream.next())).isEqualTo(2);
              return null;
            }));
    Throwable inClose =
        weft.blockOn(stackful(() -> catchThrowable(() -> await(stream.closeAsync()))));
    assertThat(inClose).isNull();
  }

  @Test
  void stream_emitterUsedAfterTheEnd_failsInsteadOfWaitingForEver() throws Exception {
    AsyncStream<Integer> stream =
        Streams.stream(
            out -> {
              kept.add(out);
              await(out.emit(1));
            });
    Throwable late =
        weft.blockOn(
            stackful(
                () -> {
                  assertThat(await(stream.toList(9))).containsExactly(1);
                  return catchThrowable(() -> await(kept.getFirst().emit(2)));
                }));
    assertThat(late)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("The item 2 was emitted after the stream was closed or had ended");
  }
}
