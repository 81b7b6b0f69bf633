package dev.weft.kv.store.rocks;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.timeout;
import static dev.weft.Async.yieldNow;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.ForceListener;
import dev.weft.kv.store.Outcome;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.stream.AsyncStream;
import dev.weft.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDB;

/** The engine on RocksDB beyond the contract of engines: its folder, its scans, its failures. */
final class RocksStorageTest {

  private static final Pattern ACKNOWLEDGED = Pattern.compile("k(\\d) (\\d+)");

  @TempDir private Path folder;
  private final List<Long> forces = new CopyOnWriteArrayList<>();
  private final Weft weft = Weft.builder().workers(2).name("rocks-test").build();

  @AfterEach
  void closeRuntime() {
    weft.close();
  }

  private <T> T run(Future<T> future) throws Exception {
    return weft.blockOn(timeout(Duration.ofSeconds(20), future));
  }

  private RocksStorage open(SyncPolicy policy) throws Exception {
    return run(RocksStorage.open(folder, RocksOptions.defaults().withSync(policy)));
  }

  private void close(RocksStorage storage) throws Exception {
    run(storage.closeAsync());
  }

  @ParameterizedTest
  @EnumSource(SyncPolicy.class)
  void pairs_closedAndOpenedAgain_areThere(SyncPolicy policy) throws Exception {
    RocksStorage storage = open(policy);
    run(storage.set("t", "kept", text("v")));
    run(storage.set("t", "gone", text("v")));
    run(storage.del("t", "gone"));
    close(storage);

    storage = open(policy);
    assertThat(run(storage.getAll("t").toList(9))).containsExactly(pair("kept", text("v")));
    close(storage);
  }

  @Test
  void writes_everySecond_areForcedInTheBackground() throws Exception {
    RocksStorage storage = open(SyncPolicy.EVERY_SECOND);
    run(storage.set("t", "k", text("v")));
    Eventually.until("what was written is forced", () -> !storage.database().isUnsynced());
    close(storage);
  }

  @Test
  void writes_always_areForcedBeforeTheirAnswersAndTheListenerIsTold() throws Exception {
    RocksStorage storage = openWithListener(SyncPolicy.ALWAYS);
    run(storage.set("t", "a", text("v")));
    assertThat(forces).containsExactly(1L);
    run(storage.setMany("t", List.of(pair("b", text("1")), pair("b", text("2")))));
    run(storage.delMany("t", List.of("a", "nothing")));
    run(storage.del("t", "nothing"));
    assertThat(forces).containsExactly(1L, 2L, 1L);
    close(storage);
    assertThat(forces).containsExactly(1L, 2L, 1L);
  }

  @ParameterizedTest
  @EnumSource(names = {"EVERY_SECOND", "NEVER"})
  void writes_notForcedByThemselves_areToldOfWhenTheyAre(SyncPolicy policy) throws Exception {
    RocksStorage storage = openWithListener(policy);
    run(storage.setMany("t", List.of(pair("a", text("1")), pair("b", text("2")))));
    run(storage.del("t", "b"));
    close(storage);
    assertThat(forces.stream().mapToLong(Long::longValue).sum()).isEqualTo(3);
  }

  @Test
  void listenerOfForces_thatThrows_failsNothing() throws Exception {
    ForceListener throwing =
        (_, _) -> {
          throw new IllegalStateException("planted");
        };
    RocksStorage storage =
        run(RocksStorage.open(folder, RocksOptions.defaults().withOnForce(throwing)));
    run(storage.set("t", "a", text("v")));
    assertThat(run(storage.get("t", "a"))).isEqualTo(text("v"));
    close(storage);
  }

  private RocksStorage openWithListener(SyncPolicy policy) throws Exception {
    return run(
        RocksStorage.open(
            folder,
            RocksOptions.defaults()
                .withSync(policy)
                .withOnForce(
                    (records, nanos) -> {
                      assertThat(nanos).isPositive();
                      forces.add(records);
                    })));
  }

  @Test
  void folder_openInThisProcess_isRefusedAndNamed() throws Exception {
    RocksStorage storage = open(SyncPolicy.NEVER);

    assertThatIOException()
        .isThrownBy(() -> open(SyncPolicy.NEVER))
        .withMessageContaining("The folder " + folder + " is in use by this process")
        .withMessageContaining(Long.toString(ProcessHandle.current().pid()));
    run(storage.set("t", "k", text("v")));
    close(storage);
    close(open(SyncPolicy.NEVER));
  }

  @Test
  void folder_openInAnotherProcess_isRefusedWithItsId() throws Exception {
    try (RocksProcess holder = RocksProcess.start("count", folder.toString(), "NEVER")) {
      assertThat(holder.line()).isEqualTo("open");
      assertThat(holder.line()).startsWith("k"); // by now its id is written

      assertThatIOException()
          .isThrownBy(() -> open(SyncPolicy.NEVER))
          .withMessageContaining("in use by process " + holder.pid() + ";");
    }
    close(open(SyncPolicy.NEVER));
  }

  @Test
  void folder_withOtherFilesOrNone_isRefusedAndNamed() throws Exception {
    Files.writeString(folder.resolve("segment-1"), "x");
    assertThatIOException()
        .isThrownBy(() -> open(SyncPolicy.NEVER))
        .withMessageContaining(folder + " holds segment-1, and no RocksDB database");

    Path file = folder.resolve("segment-1");
    assertThatIOException()
        .isThrownBy(() -> run(RocksStorage.open(file, RocksOptions.defaults())))
        .withMessageContaining(file.toString());
  }

  @Test
  void opening_cancelled_leavesTheFolderFree() throws Exception {
    for (int i = 0; i < 5; i++) {
      JoinHandle<RocksStorage> opening =
          weft.spawn(RocksStorage.open(folder, RocksOptions.defaults()));
      opening.abort();
      try {
        close(run(opening));
      } catch (CancellationException _) {
        // cancelled in time
      }
      close(open(SyncPolicy.NEVER));
    }
  }

  @Test
  void library_missing_isSaidWithTheFolder() throws Exception {
    try (RocksProcess child =
        RocksProcess.startWithoutLibrary("fill", folder.toString(), "NEVER")) {
      assertThat(child.line())
          .contains(folder.toString(), "RocksDB isn't on the class path", "org.rocksdb:rocksdbjni");
    }
  }

  @Test
  void write_refusedByTheSystem_failsItAndAllLaterOnes() throws Exception {
    try (RocksProcess child =
        RocksProcess.startWithFileLimit(18 << 10, "fill", folder.toString(), "NEVER")) {
      assertThat(child.line()).isEqualTo("open");
      assertThat(child.line())
          .startsWith("failed after ")
          .contains("Writing to the storage in " + folder + " failed: ");
      assertThat(child.line())
          .startsWith("then: The storage in " + folder + " takes no writes since one failed: ");
      assertThat(child.line()).isEqualTo("read true");
    }
  }

  @Test
  void process_killedUnderWriters_losesNothingAcknowledged() throws Exception {
    for (int round = 0; round < 3; round++) {
      var acknowledged = new long[RocksChild.WRITERS];
      try (RocksProcess child = RocksProcess.start("count", folder.toString(), "ALWAYS")) {
        assertThat(child.line()).isEqualTo("open");
        for (int i = 0; i < 200 + 50 * round; i++) {
          note(child.line(), acknowledged);
        }
        for (String line : child.kill()) {
          note(line, acknowledged);
        }
      }
      RocksStorage storage = open(SyncPolicy.ALWAYS);
      for (int i = 0; i < acknowledged.length; i++) {
        // One write more may have been under way. The next child counts from one again.
        Value value = run(storage.del("t", "k" + i));
        assertThat(value == null ? 0 : value.getInteger())
            .isBetween(acknowledged[i], acknowledged[i] + 1);
      }
      close(storage);
    }
  }

  private static void note(String line, long[] acknowledged) {
    Matcher matcher = ACKNOWLEDGED.matcher(line);
    if (matcher.matches()) { // the last line may be cut
      int writer = Integer.parseInt(matcher.group(1));
      acknowledged[writer] = Math.max(acknowledged[writer], Long.parseLong(matcher.group(2)));
    }
  }

  @Test
  void scans_endedFailedOrDropped_areReleased() throws Exception {
    RocksStorage storage = open(SyncPolicy.NEVER);
    run(
        storage.setMany(
            "t", IntStream.range(0, 1_000).mapToObj(i -> pair("k" + i, integer(i))).toList()));
    assertThat(run(storage.getAll("t").toList(1_000))).hasSize(1_000);
    assertThat(run(storage.getAll("none").toList(0))).isEmpty();
    assertThat(storage.openScans()).isZero();

    for (int i = 0; i < 5; i++) {
      assertThat(run(storage.getAll("t").next())).isNotNull();
    }
    assertThat(storage.openScans()).isPositive();
    Eventually.until(
        "dropped streams are noticed",
        () -> {
          System.gc();
          try {
            run(storage.get("t", "k"));
          } catch (Exception failure) {
            throw new AssertionError(failure);
          }
          return storage.openScans() == 0;
        });

    AsyncStream<Kvpair> open = storage.getAll("t");
    run(open.next());
    assertThat(storage.openScans()).isOne();
    close(storage);
    assertThat(storage.openScans()).isZero();
    assertThatIOException()
        .isThrownBy(() -> run(open.toList(1_000)))
        .withMessageContaining("was closed");
  }

  @Test
  void scan_cancelledBetweenPages_losesNoPair() throws Exception {
    RocksStorage storage = open(SyncPolicy.NEVER);
    List<Kvpair> pairs =
        IntStream.range(0, 2_000).mapToObj(i -> pair("k" + i, text("x".repeat(50)))).toList();
    run(storage.setMany("t", pairs));
    AsyncStream<Kvpair> stream = storage.getAll("t");

    List<Kvpair> read =
        run(
            async(
                () -> {
                  var found = new ArrayList<Kvpair>();
                  while (true) {
                    Kvpair next;
                    try {
                      next = await(timeout(Duration.ZERO, stream.next()));
                    } catch (TimeoutException _) {
                      await(yieldNow()); // a page is on its way
                      continue;
                    }
                    if (next == null) {
                      return found;
                    }
                    found.add(next);
                  }
                }));

    assertThat(read).containsExactlyInAnyOrderElementsOf(pairs);
    close(storage);
  }

  @Test
  void value_damaged_failsItsOwnRequestOnly() throws Exception {
    RocksStorage storage = open(SyncPolicy.NEVER);
    run(storage.set("t", "good", text("v")));
    close(storage);
    RocksDB.loadLibrary();
    try (RocksDB raw = RocksDB.open(folder.toString())) {
      raw.put(Keys.key(Keys.prefix("t"), "bad"), new byte[] {-1});
    }
    RocksStorage again = open(SyncPolicy.NEVER);

    assertThatIOException()
        .isThrownBy(() -> run(again.get("t", "bad")))
        .withMessageContaining("A value of 1 bytes in the storage in " + folder + " is damaged");
    assertThat(run(again.get("t", "good"))).isEqualTo(text("v"));
    assertThat(run(again.exist("t", "bad"))).isTrue();
    assertThat(run(again.getMany("t", List.of("good", "bad"))))
        .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Failed.class));
    assertThatIOException().isThrownBy(() -> run(again.getAll("t").toList(9)));
    assertThat(again.openScans()).isZero();
    assertThatIOException().isThrownBy(() -> run(again.set("t", "bad", text("new"))));
    assertThat(run(again.set("t", "good", text("w")))).isEqualTo(text("v"));
    close(again);
  }

  @Test
  void runtime_closedFirst_leavesTheStorageToAnother() throws Exception {
    RocksStorage storage;
    try (Weft first = Weft.builder().workers(1).build()) {
      storage = first.blockOn(RocksStorage.open(folder, RocksOptions.defaults()));
      first.blockOn(storage.set("t", "k", text("v")));
    }
    // The storage outlives the runtime that it was opened on.
    assertThat(run(storage.get("t", "k"))).isEqualTo(text("v"));
    close(storage);
  }

  @Test
  void pool_fullAndRejecting_failsTheRequest() throws Exception {
    RocksStorage storage = open(SyncPolicy.NEVER);
    var busy = new CountDownLatch(1);
    try (Weft small =
        Weft.builder()
            .workers(1)
            .blockingThreads(1)
            .blockingQueue(1, Weft.WhenFull.REJECT)
            .build()) {
      var jobs =
          List.of(
              small.spawnBlocking(() -> busy.await(20, TimeUnit.SECONDS)),
              small.spawnBlocking(() -> true));
      assertThatIOException()
          .isThrownBy(() -> small.blockOn(storage.set("t", "k", text("v"))))
          .withMessageContaining("blocking pool");
      busy.countDown();
      for (var job : jobs) {
        assertThat(small.blockOn(job)).isTrue();
      }
      assertThat(small.blockOn(storage.set("t", "k", text("v")))).isNull();
    }
    close(storage);
  }

  @Test
  void options_outOfRange_areRefusedWithWhatIsAccepted() {
    RocksOptions options = RocksOptions.defaults();
    assertThat(options.withCacheBytes(1 << 20).cacheBytes()).isEqualTo(1 << 20);
    for (Runnable bad :
        List.<Runnable>of(
            () -> options.withCacheBytes(1),
            () -> options.withWriteBufferBytes(1L << 40),
            () -> options.withMaxOpenFiles(1))) {
      assertThat(catchThrowable(bad::run))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("accepted is");
    }
  }
}
