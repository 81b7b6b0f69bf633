package dev.weft.kv.store;

import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What the engine in memory does beyond its contract: its limit, and what it counts. */
final class MemoryStorageTest {

  private final MemoryStorage storage = new MemoryStorage(1 << 20);
  private final TestTask task = new TestTask();

  private Value set(String table, String key, Value value) throws Exception {
    return task.ready(storage.set(table, key, value));
  }

  private Value get(String table, String key) throws Exception {
    return task.ready(storage.get(table, key));
  }

  private List<Kvpair> all(String table) throws Exception {
    return rest(storage.getAll(table), new TestTask());
  }

  private static List<Kvpair> rest(AsyncStream<Kvpair> stream, TestTask task) throws Exception {
    var pairs = new ArrayList<Kvpair>();
    for (Kvpair pair = task.ready(stream.next()); pair != null; pair = task.ready(stream.next())) {
      pairs.add(pair);
    }
    return pairs;
  }

  @Test
  void unknownTable_read_isNotCreated() throws Exception {
    assertThat(get("gone", "k")).isNull();
    assertThat(task.ready(storage.exist("gone", "k"))).isFalse();
    assertThat(task.ready(storage.del("gone", "k"))).isNull();
    assertThat(all("gone")).isEmpty();
    assertThat(task.ready(storage.getMany("gone", List.of("a", "b")))).hasSize(2);

    assertThat(storage.tableCount()).isZero();
    assertThat(storage.usedBytes()).isZero();
  }

  @Test
  void lastKey_deleted_takesItsTableAlong() throws Exception {
    set("t", "a", text("1"));
    set("t", "b", text("2"));
    task.ready(storage.delMany("t", List.of("a", "b")));

    assertThat(storage.tableCount()).isZero();
    assertThat(storage.usedBytes()).isZero();
  }

  @Test
  void fullStorage_set_refusesAndKeepsTheOldValue() throws Exception {
    set("t", "k", text("old"));
    long used = storage.usedBytes();
    Value big = text("x".repeat(1 << 20));

    assertThatThrownBy(() -> set("t", "k", big))
        .isInstanceOf(StorageFullException.class)
        .hasMessageContaining("table t, key k")
        .hasMessageContaining("of 1048576 bytes are in use");
    assertThatThrownBy(() -> set("new", "k", big)).isInstanceOf(StorageFullException.class);

    assertThat(get("t", "k")).isEqualTo(text("old"));
    assertThat(storage.usedBytes()).isEqualTo(used);
    assertThat(storage.tableCount()).isEqualTo(1);
    assertThat(task.ready(storage.setMany("t", List.of(pair("b", big), pair("k", text("new"))))))
        .satisfiesExactly(
            full -> assertThat(full).isInstanceOf(Outcome.Failed.class),
            done -> assertThat(done).isEqualTo(new Outcome.Done<>(text("old"))));
  }

  @Test
  void limit_belowOne_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MemoryStorage(0))
        .withMessageContaining("maxBytes is 0");
  }

  @Test
  void sharedTables_writtenAndDroppedByManyThreads_loseNothing() throws Exception {
    int threads = 4;
    int rounds = 5_000;
    var start = new CountDownLatch(threads);
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      var results = new ArrayList<Future<Integer>>();
      for (int i = 0; i < threads; i++) {
        String key = "k" + i;
        Callable<Integer> work =
            () -> {
              var own = new TestTask();
              start.countDown();
              start.await();
              for (int round = 0; round < rounds; round++) {
                // All keys of two tables come and go, so that tables are dropped all the time.
                String table = "t" + round % 2;
                assertThat(own.ready(storage.set(table, key, integer(round)))).isNull();
                assertThat(own.ready(storage.get(table, key))).isEqualTo(integer(round));
                assertThat(own.ready(storage.del(table, key))).isEqualTo(integer(round));
              }
              return rounds;
            };
        results.add(pool.submit(work));
      }
      for (Future<Integer> result : results) {
        assertThat(result.get()).isEqualTo(rounds);
      }
    }
    assertThat(storage.tableCount()).isZero();
    assertThat(storage.usedBytes()).isZero();
  }
}
