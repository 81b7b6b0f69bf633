package dev.weft.kv.store.log;

import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.proto.Value;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Callers that give up, while the disk takes its time. */
final class LogCancelTest {

  private static final LogOptions OPTIONS = LogOptions.defaults().withSegmentBytes(8192);

  private final MemoryDisk disk = new MemoryDisk();
  private final CountDownLatch atTheDisk = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private Weft weft;

  @BeforeEach
  void start() {
    weft = Weft.create();
  }

  @AfterEach
  void stop() {
    weft.close();
  }

  /** Makes the next force wait for the test. */
  private void holdForces() {
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public void onForce(String name) throws IOException {
            atTheDisk.countDown();
            try {
              Futures.await(goOn);
            } catch (InterruptedException closing) {
              throw new IOException("interrupted", closing);
            }
          }
        });
  }

  @Test
  void write_cancelledWhileItWaits_isNotDone() throws Exception {
    LogStorage storage = Driver.open(weft, disk, OPTIONS);
    holdForces();
    var task = new TestTask();
    Future<Value> first = storage.set("t", "first", text("v"));
    task.pending(first);
    Futures.await(atTheDisk);
    Future<Value> second = storage.set("t", "second", text("v"));
    Future<Value> third = storage.set("t", "third", text("v"));
    task.pending(second);
    task.pending(third);

    assertThat(second.cancel()).isTrue();
    assertThat(first.cancel()).isTrue(); // too late to stop it
    goOn.countDown();
    weft.blockOn(storage.closeAsync());

    assertThat(task.<Value>ready(third)).isNull();
    LogStorage again = Driver.open(weft, disk, OPTIONS);
    assertThat(Driver.table(again, "t")).containsOnlyKeys("first", "third");
    weft.blockOn(again.closeAsync());
  }

  @Test
  void reader_whileAWriteIsForced_doesNotSeeIt() throws Exception {
    LogStorage storage = Driver.open(weft, disk, OPTIONS);
    holdForces();
    var task = new TestTask();
    Future<Value> write = storage.set("t", "k", text("v"));
    task.pending(write);
    Futures.await(atTheDisk);

    assertThat(Driver.one(storage.get("t", "k"))).isNull();

    goOn.countDown();
    task.awaitWakes(1);
    assertThat(task.<Value>ready(write)).isNull();
    assertThat(Driver.one(storage.get("t", "k"))).isEqualTo(text("v"));
    weft.blockOn(storage.closeAsync());
  }

  @Test
  void opening_cancelled_givesTheFolderFree() throws Exception {
    holdForces();
    JoinHandle<LogStorage> opening = weft.spawn(Opening.open(() -> disk, OPTIONS));
    Futures.await(atTheDisk);

    opening.abort();

    assertThatThrownBy(() -> weft.blockOn(opening)).isInstanceOf(CancellationException.class);
    assertThat(disk.isLocked()).isFalse();
    disk.setFaults(MemoryDisk.Faults.NONE);
    weft.blockOn(Driver.open(weft, disk, OPTIONS).closeAsync());
  }

  @Test
  void queue_withManyThatGaveUp_keepsTheOthersInOrder() throws Exception {
    var queue = new WriteQueue(Long.MAX_VALUE);
    var task = new TestTask();
    List<WriteCall<?>> kept = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      var call = new SetCall(queue, "t", "k" + i, text("v"));
      task.pending(call);
      if (i % 1_000 == 0) {
        kept.add(call);
      } else {
        call.cancel();
      }
    }

    Batch batch = queue.take();

    assertThat(batch.calls()).hasSizeLessThan(200).filteredOn(call -> call != null).isEqualTo(kept);
    assertThat(batch.bytes()).isEqualTo(kept.stream().mapToLong(WriteCall::bytes).sum());
  }

  @Test
  void queue_whoseBatchIsFull_beginsAnother() throws Exception {
    var queue = new WriteQueue(1_000);
    var task = new TestTask();
    for (int i = 0; i < 30; i++) {
      task.pending(new SetCall(queue, "t", "k", text("x".repeat(70))));
    }

    assertThat(queue.take().calls().size() + queue.take().calls().size()).isBetween(10, 20);
  }
}
