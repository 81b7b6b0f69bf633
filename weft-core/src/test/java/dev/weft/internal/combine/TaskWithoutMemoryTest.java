package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Cancellation;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;

/** A task for whose end there is no memory left ends all the same, and whoever joins it goes on. */
final class TaskWithoutMemoryTest {

  private final Tasks tasks = new Tasks();
  private final TestTask joiner = new TestTask();

  private JoinHandle<Object> ended(Throwable failure) throws Exception {
    Future<Object> failing =
        _ -> {
          if (failure instanceof Error error) {
            throw error;
          }
          throw (Exception) failure;
        };
    JoinHandle<Object> handle = tasks.spawn(failing);
    joiner.pending(handle);
    tasks.outOfMemory = true;
    tasks.runAll();
    tasks.outOfMemory = false;
    return handle;
  }

  private void endsForLackOfMemory(Throwable failure) throws Exception {
    JoinHandle<Object> handle = ended(failure);

    assertThat(joiner.wakes()).isEqualTo(1);
    assertThat(tasks.live).isZero();
    assertThatThrownBy(() -> joiner.poll(handle))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessageContaining("how the task ended");
  }

  @Test
  void failure_thatCannotBeKept_endsTheTask() throws Exception {
    endsForLackOfMemory(new IllegalStateException("lost"));
  }

  @Test
  void cleanUpOfAnAbort_thatCannotBeReported_endsTheTask() throws Exception {
    var cancelled = new Cancellation("stop");
    cancelled.addSuppressed(new IllegalStateException("clean-up"));

    endsForLackOfMemory(cancelled);
  }
}
