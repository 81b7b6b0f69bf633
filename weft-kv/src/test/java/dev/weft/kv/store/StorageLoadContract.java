package dev.weft.kv.store;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every engine must do with many tasks at once, when it is cancelled, and when it closes. */
public abstract class StorageLoadContract extends StorageFixture {

  private static final int TASKS = 16;

  @Test
  void oneKey_writtenByManyTasks_isAtomic() throws Exception {
    int rounds = 40;
    // Each value is written once, so each must be given back exactly once, or be there at the end.
    List<List<Value>> given =
        join(
            spawn(
                TASKS,
                task ->
                    async(
                        () -> {
                          var old = new ArrayList<Value>();
                          for (int round = 0; round < rounds; round++) {
                            old.add(await(storage().set("t", "k", integer(task * rounds + round))));
                            if (round % 4 == 0) {
                              old.add(await(storage().del("t", "k")));
                            }
                          }
                          return old;
                        })));
    var values = new ArrayList<Long>();
    given.forEach(list -> list.forEach(value -> addIfThere(values, value)));
    addIfThere(values, get("t", "k"));

    assertThat(values)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, TASKS * rounds).mapToObj(i -> (long) i).toList());
  }

  private static void addIfThere(List<Long> values, Value value) {
    if (value != null) {
      values.add(value.getInteger());
    }
  }

  @Test
  void sharedTables_comingAndGoingInManyTasks_loseNothing() throws Exception {
    int rounds = 60;
    List<Integer> done =
        join(
            spawn(
                TASKS,
                task ->
                    async(
                        () -> {
                          String key = "k" + task;
                          for (int round = 0; round < rounds; round++) {
                            String table = "t" + round % 2;
                            assertThat(await(storage().set(table, key, integer(round)))).isNull();
                            assertThat(await(storage().get(table, key))).isEqualTo(integer(round));
                            assertThat(await(storage().exist(table, key))).isTrue();
                            assertThat(await(storage().del(table, key))).isEqualTo(integer(round));
                            assertThat(await(storage().get(table, key))).isNull();
                          }
                          return rounds;
                        })));
    assertThat(done).hasSize(TASKS).containsOnly(rounds);
    assertThat(all("t0")).isEmpty();
    assertThat(all("t1")).isEmpty();
  }

  @Test
  void views_takenWhileAWriterCounts_areConsistent() throws Exception {
    // The writer keeps a counter in two keys, the first one first: a consistent view never shows
    // the
    // second ahead of the first, nor more than one step behind it. Pairs around them make it long.
    run(
        storage()
            .setMany(
                "t", IntStream.range(0, 600).mapToObj(i -> pair("fill" + i, integer(0))).toList()));
    set("t", "a", integer(0));
    set("t", "z", integer(0));
    var stop = new CountDownLatch(1);
    List<JoinHandle<Integer>> writer =
        spawn(
            1,
            _ ->
                async(
                    () -> {
                      int i = 0;
                      while (stop.getCount() > 0) {
                        i++;
                        await(storage().set("t", "a", integer(i)));
                        await(storage().set("t", "z", integer(i)));
                      }
                      return i;
                    }));
    long last = 0;
    for (int view = 0; view < 60 || last < 20; view++) {
      long first = 0;
      long second = 0;
      List<Kvpair> pairs = all("t");
      for (Kvpair pair : pairs) {
        if (pair.getKey().equals("a")) {
          first = pair.getValue().getInteger();
        } else if (pair.getKey().equals("z")) {
          second = pair.getValue().getInteger();
        }
      }
      assertThat(pairs).hasSize(602);
      assertThat(first - second).isBetween(0L, 1L);
      assertThat(second).isGreaterThanOrEqualTo(last); // views only go forward
      last = second;
    }
    stop.countDown();
    assertThat(join(writer).getFirst()).isGreaterThanOrEqualTo((int) last);
  }

  @Test
  void writes_cancelledBeforeTheirFirstPoll_areNotDone() throws Exception {
    Future<Value> write = storage().set("t", "k", text("v"));
    assertThat(write.cancel()).isTrue();
    assertThat(storage().getAll("t").cancelNext()).isTrue();

    assertThat(get("t", "k")).isNull();
  }

  @Test
  void writes_cancelledUnderWay_areDoneOrNot() throws Exception {
    set("t", "k", integer(-1));
    var possible = new ArrayList<Value>(List.of(integer(-1)));
    for (int i = 0; i < 200; i++) {
      JoinHandle<Value> write = weft().spawn(storage().set("t", "k", integer(i)));
      JoinHandle<Value> read = weft().spawn(storage().get("t", "k"));
      JoinHandle<Kvpair> scan = weft().spawn(storage().getAll("t").next());
      write.abort();
      read.abort();
      scan.abort();
      joinAborted(write);
      joinAborted(read);
      joinAborted(scan);
      possible.add(integer(i));
    }
    // What was cancelled may still be under way, but nothing of it overtakes a write that came
    // later.
    assertThat(possible).contains(set("t", "k", text("end")));
    assertThat(get("t", "k")).isEqualTo(text("end"));
    assertThat(all("t")).containsExactly(pair("k", text("end")));
  }

  @Test
  void storage_closedTwiceAtOnceAndAgain_isClosedOnce() throws Exception {
    set("t", "k", text("v"));
    join(spawn(4, _ -> async(() -> await(storage().closeAsync()))));
    run(storage().closeAsync());
  }

  @Test
  void closedStorage_asked_failsWithIOException() throws Exception {
    set("t", "k", text("v"));
    AsyncStream<Kvpair> begun = storage().getAll("t");
    AsyncStream<Kvpair> notBegun = storage().getAll("t");
    run(begun.next());
    run(storage().closeAsync());

    assertThatIOException().isThrownBy(() -> get("t", "k"));
    assertThatIOException().isThrownBy(() -> set("t", "k", text("late")));
    assertThatIOException().isThrownBy(() -> del("t", "k"));
    assertThatIOException().isThrownBy(() -> exist("t", "k"));
    assertThatIOException().isThrownBy(() -> all("t"));
    assertThatThrownBy(() -> run(notBegun.next())).isInstanceOf(IOException.class);
    join(
        spawn(
            1,
            _ ->
                async(
                    () -> {
                      await(refused(storage().getMany("t", List.of("k"))));
                      await(refused(storage().existMany("t", List.of("k"))));
                      await(refused(storage().setMany("t", List.of(pair("k", text("late"))))));
                      await(refused(storage().delMany("t", List.of("k"))));
                      return true;
                    })));
    try {
      assertThat(rest(begun)).isEmpty(); // what it had before is its own
    } catch (IOException _) {
      // or it is refused like everything else
    }
  }

  @Test
  void storage_closedUnderLoad_answersOrRefusesEachRequest() throws Exception {
    run(
        storage()
            .setMany(
                "t", IntStream.range(0, 800).mapToObj(i -> pair("k" + i, integer(i))).toList()));
    var underWay = new CountDownLatch(TASKS);
    List<JoinHandle<Integer>> tasks =
        spawn(
            TASKS,
            task ->
                async(
                    () -> {
                      int answered = 0;
                      try {
                        while (true) {
                          switch (task % 4) {
                            case 0 -> await(storage().set("t", "k" + task, integer(answered)));
                            case 1 -> await(storage().del("t", "k" + task));
                            case 2 -> await(storage().get("t", "k" + task));
                            default -> await(storage().getAll("t").toList(10_000));
                          }
                          if (answered++ == 0) {
                            underWay.countDown();
                          }
                        }
                      } catch (IOException closed) {
                        return answered;
                      }
                    }));
    assertThat(underWay.await(20, TimeUnit.SECONDS)).isTrue();

    run(storage().closeAsync());

    assertThat(join(tasks)).hasSize(TASKS).allSatisfy(n -> assertThat(n).isPositive());
  }
}
