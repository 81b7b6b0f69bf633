package dev.weft.kv.store;

import static dev.weft.kv.testkit.Kv.NONE;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  void key_setAndSetAgain_givesOldValueEachTime() throws Exception {
    assertThat(set("t", "k", text("one"))).isNull();
    assertThat(set("t", "k", integer(2))).isEqualTo(text("one"));
    assertThat(get("t", "k")).isEqualTo(integer(2));
    assertThat(task.ready(storage.exist("t", "k"))).isTrue();
    assertThat(task.ready(storage.del("t", "k"))).isEqualTo(integer(2));
    assertThat(task.ready(storage.del("t", "k"))).isNull();
    assertThat(get("t", "k")).isNull();
    assertThat(task.ready(storage.exist("t", "k"))).isFalse();
  }

  @Test
  void emptyValue_set_isAValue() throws Exception {
    set("t", "k", NONE);

    assertThat(get("t", "k")).isEqualTo(NONE);
    assertThat(task.ready(storage.exist("t", "k"))).isTrue();
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

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "a:b", "a/b", "\0", "\n\t", "ключ", "\uD83E\uDDF6", "%s%n", "."})
  void anyCharacters_inTableAndKey_comeBackWhole(String name) throws Exception {
    set(name, name, text("v"));
    set(name + ":", "x", text("other"));

    assertThat(get(name, name)).isEqualTo(text("v"));
    assertThat(all(name)).containsExactly(pair(name, text("v")));
  }

  @Test
  void all_polledOnce_isNotChangedByLaterWrites() throws Exception {
    set("t", "a", text("1"));
    set("t", "b", text("2"));
    AsyncStream<Kvpair> stream = storage.getAll("t");
    set("t", "c", text("3")); // before the first poll: seen
    Kvpair first = task.ready(stream.next());
    set("t", "a", text("changed"));
    set("t", "d", text("4"));
    task.ready(storage.del("t", "b"));

    var pairs = rest(stream, task);
    pairs.add(first);

    assertThat(pairs)
        .containsExactlyInAnyOrder(
            pair("a", text("1")), pair("b", text("2")), pair("c", text("3")));
  }

  @Test
  void future_neverPolled_doesNothing() throws Exception {
    var _ = storage.set("t", "k", text("v"));

    assertThat(get("t", "k")).isNull();
  }

  @Test
  void severalKeys_setAndRead_answerInOrder() throws Exception {
    assertThat(
            task.ready(
                storage.setMany(
                    "t",
                    List.of(pair("a", text("1")), pair("b", text("2")), pair("a", text("3"))))))
        .containsExactly(
            new Outcome.Done<>(null), new Outcome.Done<>(null), new Outcome.Done<>(text("1")));
    assertThat(task.ready(storage.getMany("t", List.of("b", "gone", "a", "b"))))
        .containsExactly(
            new Outcome.Done<>(text("2")),
            new Outcome.Done<>(null),
            new Outcome.Done<>(text("3")),
            new Outcome.Done<>(text("2")));
    assertThat(task.ready(storage.existMany("t", List.of("gone", "a"))))
        .containsExactly(new Outcome.Done<>(false), new Outcome.Done<>(true));
    assertThat(task.ready(storage.delMany("t", List.of("a", "gone"))))
        .containsExactly(new Outcome.Done<>(text("3")), new Outcome.Done<>(null));
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

  @Test
  void snapshots_takenWhilePairsAreSwapped_areConsistent() throws Exception {
    // One writer keeps a counter in two keys, always the first one first: a consistent view never
    // shows
    // the second ahead of the first, nor more than one step behind it.
    set("t", "first", integer(0));
    set("t", "second", integer(0));
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Future<?> writer =
          pool.submit(
              () -> {
                var own = new TestTask();
                for (int i = 1; i <= 20_000; i++) {
                  own.ready(storage.set("t", "first", integer(i)));
                  own.ready(storage.set("t", "second", integer(i)));
                }
                return null;
              });
      while (!writer.isDone()) {
        long first = 0;
        long second = 0;
        for (Kvpair pair : all("t")) {
          if (pair.getKey().equals("first")) {
            first = pair.getValue().getInteger();
          } else {
            second = pair.getValue().getInteger();
          }
        }
        assertThat(first - second).isBetween(0L, 1L);
      }
      writer.get();
    }
  }
}
