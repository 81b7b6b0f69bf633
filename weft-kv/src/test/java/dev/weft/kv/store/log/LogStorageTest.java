package dev.weft.kv.store.log;

import static dev.weft.kv.testkit.Kv.NONE;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.pair;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import dev.weft.kv.store.StorageFullException;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogStorageTest {

  private static final LogOptions SMALL = LogOptions.defaults().withSegmentBytes(1 << 16);

  @TempDir private Path temp;
  private Path folder;
  private Weft weft;
  private LogStorage storage;

  @BeforeEach
  void open() throws Exception {
    folder = temp.resolve("a").resolve("b");
    weft = Weft.create();
    storage = open(SMALL);
  }

  @AfterEach
  void close() throws Exception {
    Driver.closeQuietly(weft, storage);
    weft.close();
  }

  private LogStorage open(LogOptions options) throws Exception {
    return weft.blockOn(LogStorage.open(folder, options));
  }

  private void reopen(LogOptions options) throws Exception {
    weft.blockOn(storage.closeAsync());
    storage = open(options);
  }

  private Value get(String table, String key) throws Exception {
    return Driver.one(storage.get(table, key));
  }

  @Test
  void keys_setAndDeleted_areThereAfterReopening() throws Exception {
    assertThat(Driver.one(storage.set("t", "k", text("one")))).isNull();
    assertThat(Driver.one(storage.set("t", "k", integer(2)))).isEqualTo(text("one"));
    assertThat(Driver.one(storage.set("t", "empty", NONE))).isNull();
    assertThat(Driver.one(storage.set("t", "gone", text("x")))).isNull();
    assertThat(Driver.one(storage.del("t", "gone"))).isEqualTo(text("x"));
    assertThat(Driver.one(storage.del("t", "gone"))).isNull();
    assertThat(Driver.one(storage.set("u", "gone", text("x")))).isNull();
    assertThat(Driver.one(storage.del("u", "gone"))).isEqualTo(text("x"));

    reopen(SMALL);

    assertThat(Driver.table(storage, "t")).containsOnlyKeys("empty", "k");
    assertThat(get("t", "k")).isEqualTo(integer(2));
    assertThat(get("t", "empty")).isEqualTo(NONE);
    assertThat(Driver.table(storage, "u")).isEmpty();
    assertThat(storage.recovery().isClean()).isTrue();
    assertThat(storage.recovery().replayedRecords()).isEqualTo(7); // the second del has none
  }

  @Test
  void names_ofAnyCharacters_comeBackAsTheyWere() throws Exception {
    List<String> names =
        List.of(
            "", "ä", "日本", "\0", "a/b", "😀", "half \ud800", "\udc00\ud800", "?", "x".repeat(3000));
    for (String name : names) {
      Driver.one(storage.set(name, name, text(name.equals("\0") ? "zero" : "v")));
    }

    reopen(SMALL);

    for (String name : names) {
      assertThat(Driver.table(storage, name)).containsOnlyKeys(name);
    }
  }

  @Test
  void several_inOneRequest_actOneAfterAnother() throws Exception {
    var set =
        Driver.one(
            storage.setMany(
                "t", List.of(pair("a", text("1")), pair("b", text("2")), pair("a", text("3")))));
    assertThat(set)
        .containsExactly(
            new Outcome.Done<>(null), new Outcome.Done<>(null), new Outcome.Done<>(text("1")));
    assertThat(Driver.one(storage.getMany("t", List.of("a", "x"))))
        .containsExactly(new Outcome.Done<>(text("3")), new Outcome.Done<>(null));
    assertThat(Driver.one(storage.delMany("t", List.of("a", "a"))))
        .containsExactly(new Outcome.Done<>(text("3")), new Outcome.Done<>(null));
    assertThat(Driver.one(storage.existMany("t", List.of("a", "b"))))
        .containsExactly(new Outcome.Done<>(false), new Outcome.Done<>(true));

    reopen(SMALL);

    assertThat(Driver.table(storage, "t")).containsOnlyKeys("b");
  }

  @Test
  void writes_thatComeTogether_areForcedTogether() throws Exception {
    var forced = new AtomicLong();
    reopen(SMALL.withOnForce((records, nanos) -> forced.addAndGet(records)));
    var calls = new ArrayList<Future<Value>>();
    for (int i = 0; i < 500; i++) {
      calls.add(storage.set("t", "k" + i % 10, text("v" + i)));
    }

    var outcomes = Driver.all(calls);

    assertThat(outcomes.get(10)).isEqualTo(new Outcome.Done<>(text("v0")));
    assertThat(forced).hasValue(500);
    LogStats stats = storage.stats();
    assertThat(stats.records()).isEqualTo(500);
    assertThat(stats.forces()).isLessThan(250).isEqualTo(stats.batches());
    assertThat(stats.largestBatch()).isGreaterThan(1);
    assertThat(stats.bytes()).isPositive();
    assertThat(stats.longestForceNanos()).isPositive().isLessThanOrEqualTo(stats.forceNanos());
  }

  @Test
  void listener_thatThrows_hurtsNoWrite() throws Exception {
    reopen(
        SMALL.withOnForce(
            (_, _) -> {
              throw new IllegalStateException("planted");
            }));

    Driver.one(storage.set("t", "k", text("v")));

    assertThat(get("t", "k")).isEqualTo(text("v"));
  }

  @Test
  void memory_full_refusesBeforeAnythingIsLogged() throws Exception {
    reopen(SMALL.withMaxBytes(2_000));
    Driver.one(storage.set("t", "a", text("x".repeat(500))));

    assertThatThrownBy(() -> Driver.one(storage.set("t", "b", text("x".repeat(1_500)))))
        .isInstanceOf(StorageFullException.class)
        .hasMessageContaining("table t, key b")
        .hasMessageContaining("of 2000 bytes");
    var many =
        Driver.one(
            storage.setMany("t", List.of(pair("c", text("x".repeat(3_000))), pair("d", NONE))));
    assertThat(many.getFirst()).isInstanceOf(Outcome.Failed.class);
    assertThat(many.getLast()).isEqualTo(new Outcome.Done<>(null));
    Driver.one(storage.del("t", "a"));
    Driver.one(storage.set("t", "b", text("x".repeat(1_000)))); // there is room now
    long used = storage.stats().usedBytes();

    reopen(SMALL.withMaxBytes(100)); // what is there is loaded, whatever the limit

    assertThat(storage.stats().usedBytes()).isEqualTo(used);
    assertThat(Driver.table(storage, "t")).containsOnlyKeys("b", "d");
    assertThatThrownBy(() -> Driver.one(storage.set("t", "e", NONE)))
        .isInstanceOf(StorageFullException.class);
    Driver.one(storage.delMany("t", List.of("b", "d")));
    assertThat(storage.stats().usedBytes()).isZero();
  }

  @Test
  void record_largerThanASegment_getsOneOfItsOwn() throws Exception {
    reopen(LogOptions.defaults().withSegmentBytes(4096));
    Value large = text("x".repeat(3 << 20));
    Driver.one(storage.set("t", "before", text("b")));
    Driver.one(storage.set("t", "large", large));
    Driver.one(storage.set("t", "after", text("a")));

    reopen(LogOptions.defaults().withSegmentBytes(4096));

    assertThat(get("t", "large")).isEqualTo(large);
    assertThat(Driver.table(storage, "t")).hasSize(3);
  }

  @Test
  void snapshots_takenWhileWritesGoOn_replaceTheLogBeforeThem() throws Exception {
    LogOptions often = LogOptions.defaults().withSegmentBytes(1 << 14).withSnapshotBytes(1 << 15);
    reopen(often.withSync(SyncPolicy.NEVER));
    int round = 0;
    while (storage.stats().snapshots() < 3) {
      var calls = new ArrayList<Future<Value>>();
      for (int i = 0; i < 100; i++) {
        calls.add(storage.set("t" + i % 3, "k" + i, text(round + "x".repeat(100))));
      }
      Driver.all(calls);
      round++;
      assertThat(round).as("rounds until the third snapshot").isLessThan(10_000);
    }
    var before = Driver.table(storage, "t1");

    reopen(often);

    assertThat(Driver.table(storage, "t1")).isEqualTo(before).hasSize(33);
    assertThat(storage.recovery().snapshotSequence()).isPositive();
    assertThat(storage.recovery().snapshotPairs()).isEqualTo(100);
    assertThat(storage.recovery().isClean()).isTrue();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("snapshot-")))
          .hasSize(1);
    }
  }

  @Test
  void view_begunBeforeWrites_doesNotSeeThem() throws Exception {
    Driver.one(storage.setMany("t", List.of(pair("a", NONE), pair("b", NONE))));
    var view = storage.getAll("t");
    var task = new TestTask();
    Object first = view.pollNext(task);
    Driver.one(storage.delMany("t", List.of("a", "b")));
    Driver.one(storage.set("t", "c", NONE));

    assertThat(List.of(first, view.pollNext(task)))
        .containsExactlyInAnyOrder(pair("a", NONE), pair("b", NONE));
    assertThat(view.pollNext(task)).isNull();
  }

  @Test
  void folder_openInThisProcess_isRefusedWithItsId() {
    assertThatThrownBy(() -> open(SMALL))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("in use by this process, " + ProcessHandle.current().pid());
  }

  @Test
  void folder_thatIsAFile_isRefused() throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "x");

    assertThatThrownBy(() -> weft.blockOn(LogStorage.open(file, SMALL)))
        .isInstanceOf(IOException.class)
        .hasMessage("The folder %s can't be used: %s is a file.".formatted(file, file));
    assertThatThrownBy(() -> weft.blockOn(LogStorage.open(file.resolve("sub"), SMALL)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void folder_withADatabaseOfTheOtherEngine_isRefusedUntouched() throws Exception {
    Path rocks = Files.createDirectory(temp.resolve("rocks"));
    Files.writeString(rocks.resolve("CURRENT"), "MANIFEST-000005");

    assertThatThrownBy(() -> weft.blockOn(LogStorage.open(rocks, SMALL)))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(
            "rocks holds a RocksDB database, and no log; an empty folder is accepted.");
    try (Stream<Path> files = Files.list(rocks)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void foreignFiles_inTheFolder_areLeftAloneAndNamed() throws Exception {
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Files.writeString(folder.resolve("segment-12"), "not a segment's name");
    Files.writeString(folder.resolve(FileNames.NEW_SNAPSHOT), "left over");

    reopen(SMALL);

    assertThat(storage.recovery().unknownFiles())
        .containsExactlyInAnyOrder("notes.txt", "segment-12");
    assertThat(folder.resolve("notes.txt")).hasContent("mine");
    assertThat(folder.resolve(FileNames.NEW_SNAPSHOT)).doesNotExist();
  }

  @Test
  void storage_closed_refusesEverything() throws Exception {
    Driver.one(storage.set("t", "k", NONE));
    var view = storage.getAll("t");
    weft.blockOn(storage.closeAsync());
    weft.blockOn(storage.closeAsync());

    for (var call :
        List.of(storage.get("t", "k"), storage.set("t", "k", NONE), storage.del("t", "k"))) {
      assertThatThrownBy(() -> Driver.one(call))
          .isInstanceOf(IOException.class)
          .hasMessage("The storage in %s is closed.", folder.toRealPath());
    }
    assertThatThrownBy(() -> Driver.one(storage.exist("t", "k"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> view.pollNext(new TestTask())).isInstanceOf(IOException.class);
  }

  @Test
  void closing_withWritesOnTheWay_finishesThem() throws Exception {
    var task = new TestTask();
    var calls = new ArrayList<Future<Value>>();
    for (int i = 0; i < 200; i++) {
      calls.add(storage.set("t", "k" + i, NONE));
      task.poll(calls.getLast());
    }

    weft.blockOn(storage.closeAsync());

    for (var call : calls) {
      assertThat(task.<Value>ready(call)).isNull();
    }
    storage = open(SMALL);
    assertThat(Driver.table(storage, "t")).hasSize(200);
  }

  @Test
  void runtime_closedFirst_givesTheFolderFree() throws Exception {
    Driver.one(storage.set("t", "k", text("v")));
    weft.close();
    assertThatThrownBy(() -> Driver.one(storage.set("t", "l", text("v"))))
        .isInstanceOf(IOException.class);

    weft = Weft.create();
    storage = open(SMALL);

    assertThat(get("t", "k")).isEqualTo(text("v"));
    assertThat(storage.recovery().isClean()).isTrue();
  }

  @Test
  void options_outOfRange_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SMALL.withSegmentBytes(4095))
        .withMessage("segmentBytes is 4095; it must be 4096 to 1073741824.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SMALL.withSnapshotBytes(0))
        .withMessage("snapshotBytes is 0; it must be at least 1.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SMALL.withMaxBytes(-1))
        .withMessage("maxBytes is -1; it must be at least 1.");
  }

  @Test
  void everySecond_afterTheLastWrite_isForced() throws Exception {
    var forced = new AtomicLong();
    var clock = new ManualClock();
    weft.blockOn(storage.closeAsync());
    weft.close();
    weft = ((RuntimeOptions) Weft.builder()).clock(clock).workers(1).build();
    storage =
        open(
            SMALL
                .withSync(SyncPolicy.EVERY_SECOND)
                .withOnForce((records, _) -> forced.addAndGet(records)));
    Driver.one(storage.set("t", "k", NONE));
    clock.advance(Duration.ofMillis(999));
    Driver.one(storage.set("t", "l", NONE));
    assertThat(forced).hasValue(0);

    Eventually.until(
        "both writes are forced",
        () -> {
          clock.advance(
              Duration.ofSeconds(1)); // again, should the sleep have begun after the first
          return forced.get() == 2;
        });
  }
}
