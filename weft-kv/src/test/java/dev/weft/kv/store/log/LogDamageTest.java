package dev.weft.kv.store.log;

import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.log.RecoveryReport.Dropped;
import dev.weft.kv.testkit.Hushed;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Files that aren't what they were: all before the first damage is kept, and what isn't is told.
 */
final class LogDamageTest {

  @RegisterExtension static final Hushed LOG = new Hushed("dev.weft.kv");

  private static final LogOptions OPTIONS = LogOptions.defaults().withSegmentBytes(4096);
  private static final String FIRST = FileNames.segment(1);
  private static final int RECORDS = 6;
  private static final int RECORD = 25 + 1 + 2 + 22; // "t", "kN", a text of 20 characters

  private static Weft weft;

  @BeforeAll
  static void start() {
    weft = Weft.create();
  }

  @AfterAll
  static void stop() {
    weft.close();
  }

  private static Value value(int i) {
    return text((i + "x".repeat(20)).substring(0, 20));
  }

  private static void write(MemoryDisk disk, int from, int to) throws Exception {
    LogStorage storage = Driver.open(weft, disk, OPTIONS);
    for (int i = from; i < to; i++) {
      Driver.one(storage.set("t", "k" + i, value(i)));
    }
    weft.blockOn(storage.closeAsync());
  }

  private static MemoryDisk oneSegment() throws Exception {
    var disk = new MemoryDisk();
    write(disk, 0, RECORDS);
    return disk;
  }

  /** Opens, checks that the first so many records are kept, and that it goes on from there. */
  private static RecoveryReport recover(MemoryDisk disk, int kept) throws Exception {
    LogStorage storage = Driver.open(weft, disk, OPTIONS);
    Map<String, Value> table = Driver.table(storage, "t");
    assertThat(table).hasSize(kept);
    for (int i = 0; i < kept; i++) {
      assertThat(table).containsEntry("k" + i, value(i));
    }
    Driver.one(storage.set("t", "new", text("n")));
    weft.blockOn(storage.closeAsync());
    LogStorage again = Driver.open(weft, disk, OPTIONS);
    assertThat(again.recovery().isClean()).isTrue();
    assertThat(Driver.table(again, "t")).hasSize(kept + 1).containsKey("new");
    weft.blockOn(again.closeAsync());
    return storage.recovery();
  }

  private static int end(int records) {
    return FileHeader.BYTES + records * RECORD;
  }

  @Test
  void tail_truncatedAnywhere_keepsTheWholeRecords() throws Exception {
    MemoryDisk whole = oneSegment();
    byte[] bytes = whole.bytes(FIRST);
    for (int length = end(RECORDS - 2); length <= end(RECORDS) + 9; length++) {
      MemoryDisk disk = whole.copy();
      disk.put(FIRST, Arrays.copyOf(bytes, length));
      int kept = Math.min(RECORDS, (length - FileHeader.BYTES) / RECORD);

      RecoveryReport report = recover(disk, kept);

      int rest = length - end(kept);
      // What is left of the record is nothing, or zeros, which are its length's high bytes.
      assertThat(report.isClean()).as("cut at " + length).isEqualTo(rest <= 3 || kept == RECORDS);
      if (!report.isClean()) {
        assertThat(report.dropped().getFirst().bytes()).isPositive().isLessThanOrEqualTo(rest);
      }
    }
  }

  @Test
  void tail_withAByteChangedAnywhere_keepsTheRecordsBeforeIt() throws Exception {
    MemoryDisk whole = oneSegment();
    byte[] bytes = whole.bytes(FIRST);
    for (int at = end(RECORDS - 2); at < end(RECORDS); at++) {
      for (int flip : new int[] {0x01, 0x80, 0xff}) {
        MemoryDisk disk = whole.copy();
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) flip;
        disk.put(FIRST, damaged);
        int kept = (at - FileHeader.BYTES) / RECORD;

        RecoveryReport report = recover(disk, kept);

        Dropped dropped = report.dropped().getFirst();
        assertThat(dropped.file()).isEqualTo(disk.path(FIRST));
        assertThat(dropped.offset()).isEqualTo(end(kept));
        assertThat(dropped.bytes()).isEqualTo(end(RECORDS) - end(kept));
        assertThat(disk.bytes(dropped.movedTo().getFileName().toString()))
            .isEqualTo(Arrays.copyOfRange(damaged, end(kept), end(RECORDS)));
      }
    }
  }

  @Test
  void tail_zeroFilledFromAnywhere_keepsTheRecordsBeforeIt() throws Exception {
    MemoryDisk whole = oneSegment();
    byte[] bytes = whole.bytes(FIRST);
    for (int from = end(RECORDS - 2); from < end(RECORDS); from++) {
      MemoryDisk disk = whole.copy();
      byte[] damaged = bytes.clone();
      Arrays.fill(damaged, from, damaged.length, (byte) 0);
      disk.put(FIRST, damaged);

      RecoveryReport report = recover(disk, (from - FileHeader.BYTES) / RECORD);

      // The three high bytes of the length are zeros anyway.
      boolean between = (from - FileHeader.BYTES) % RECORD <= 3;
      assertThat(report.isClean()).as("zeros from " + from).isEqualTo(between);
    }
  }

  @Test
  void record_zeroFilledWithOthersBehindIt_isDamage() throws Exception {
    MemoryDisk disk = oneSegment();
    byte[] damaged = disk.bytes(FIRST);
    Arrays.fill(damaged, end(2), end(3), (byte) 0);
    disk.put(FIRST, damaged);

    RecoveryReport report = recover(disk, 2);

    assertThat(report.dropped().getFirst().reason()).startsWith("zeros with data behind them");
    assertThat(LOG.messages())
        .anySatisfy(
            message ->
                assertThat(message)
                    .startsWith("WARNING")
                    .contains("dropped")
                    .contains(FIRST)
                    .contains("from offset " + end(2)));
  }

  @Test
  void record_copiedToTheEnd_isNotTakenForTheNext() throws Exception {
    MemoryDisk disk = oneSegment();
    byte[] damaged = disk.bytes(FIRST);
    System.arraycopy(damaged, end(2), damaged, end(RECORDS), RECORD);
    disk.put(FIRST, damaged);

    RecoveryReport report = recover(disk, RECORDS);

    assertThat(report.dropped().getFirst().reason())
        .isEqualTo("record 3 stands in the place of record 7");
  }

  private static MemoryDisk manySegments() throws Exception {
    var disk = new MemoryDisk();
    write(disk, 0, 300);
    return disk;
  }

  private static List<String> segments(MemoryDisk disk) {
    return disk.list().stream().filter(name -> FileNames.segmentNumber(name) > 0).sorted().toList();
  }

  @Test
  void segment_damagedInTheMiddle_endsTheLogThere() throws Exception {
    MemoryDisk disk = manySegments();
    List<String> segments = segments(disk);
    assertThat(segments).hasSizeGreaterThan(3);
    byte[] damaged = disk.bytes(segments.get(1));
    damaged[FileHeader.BYTES + 30] ^= 1;
    disk.put(segments.get(1), damaged);

    RecoveryReport report = recover(disk, (int) FileNames.segmentNumber(segments.get(1)) - 1);

    assertThat(report.dropped()).hasSize(segments.size() - 1);
    assertThat(report.dropped().getFirst().reason()).isEqualTo("a record's checksum is wrong");
    assertThat(report.dropped()).allSatisfy(one -> assertThat(one.movedTo()).isNotNull());
    for (String later : segments.subList(2, segments.size())) {
      assertThat(disk.has(FileNames.dropped(later, 0))).isTrue();
    }
  }

  @Test
  void segment_missingInTheMiddle_endsTheLogBeforeIt() throws Exception {
    MemoryDisk disk = manySegments();
    List<String> segments = segments(disk);
    disk.delete(segments.get(1));
    long missing = FileNames.segmentNumber(segments.get(1));

    RecoveryReport report = recover(disk, (int) missing - 1);

    assertThat(report.dropped()).hasSize(segments.size() - 2);
    assertThat(report.dropped().getFirst().reason())
        .isEqualTo(
            "records %d to %d are missing before it"
                .formatted(missing, FileNames.segmentNumber(segments.get(2)) - 1));
  }

  @Test
  void segment_withoutItsHeader_isDropped() throws Exception {
    MemoryDisk whole = manySegments();
    List<String> segments = segments(whole);
    String last = segments.getLast();
    int kept = (int) FileNames.segmentNumber(last) - 1;
    byte[] noMagic = whole.bytes(last);
    noMagic[2] ^= 1;
    for (byte[] bytes : List.of(new byte[0], new byte[31], new byte[4096], noMagic)) {
      MemoryDisk disk = whole.copy();
      disk.put(last, bytes);

      RecoveryReport report = recover(disk, kept);

      assertThat(report.dropped()).hasSize(1);
      assertThat(report.lastSequence()).isEqualTo(kept);
    }
  }

  @Test
  void segment_ofALaterVersion_isRefused() throws Exception {
    MemoryDisk disk = oneSegment();
    byte[] later = disk.bytes(FIRST);
    later[11] = 2;
    var crc = new CRC32C();
    crc.update(later, 0, 24);
    RecordBuffer.INT.set(later, 24, (int) crc.getValue());
    disk.put(FIRST, later);

    assertThatThrownBy(() -> Driver.open(weft, disk, OPTIONS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(disk.path(FIRST).toString())
        .hasMessageContaining("version 2");
    assertThat(disk.isLocked()).isFalse();
  }

  @Test
  void beginning_missing_isRefused() throws Exception {
    MemoryDisk disk = manySegments();
    disk.delete(FIRST);

    assertThatThrownBy(() -> Driver.open(weft, disk, OPTIONS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the log begins with record")
        .hasMessageContaining(disk.path("").toString());
  }

  /** A disk with a snapshot; what was before it is given too, for the fall-back. */
  private static MemoryDisk withSnapshot(boolean olderToo) throws Exception {
    MemoryDisk disk = manySegments();
    Map<String, byte[]> before = new HashMap<>();
    segments(disk).forEach(name -> before.put(name, disk.bytes(name)));
    LogStorage storage = Driver.open(weft, disk, OPTIONS.withSnapshotBytes(1));
    for (int i = 300; storage.stats().snapshots() == 0; i++) {
      assertThat(i).as("writes until a snapshot").isLessThan(100_000);
      Driver.one(storage.set("u", "k", text("x".repeat(500))));
      if (storage.stats().batches() > 20) {
        Eventually.until("a snapshot is there", () -> storage.stats().snapshots() > 0);
      }
    }
    weft.blockOn(storage.closeAsync());
    if (olderToo) {
      before.forEach(disk::put);
    }
    return disk;
  }

  private static String snapshot(MemoryDisk disk) {
    return disk.list().stream()
        .filter(name -> FileNames.snapshotNumber(name) > 0)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void snapshot_whole_isEnough() throws Exception {
    RecoveryReport report = recover(withSnapshot(false), 300);

    assertThat(report.snapshotPairs()).isBetween(300L, 301L);
    assertThat(report.isClean()).isTrue();
  }

  @Test
  void snapshot_damagedAndNothingElse_isRefused() throws Exception {
    MemoryDisk disk = withSnapshot(false);
    String name = snapshot(disk);
    byte[] damaged = disk.bytes(name);
    damaged[damaged.length / 2] ^= 1;
    disk.put(name, damaged);

    assertThatThrownBy(() -> Driver.open(weft, disk, OPTIONS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(disk.path(name).toString())
        .hasMessageContaining("checksum");
    assertThat(disk.has(name)).isTrue();
  }

  @Test
  void snapshot_tornAnywhere_fallsBackToTheLogThatIsStillThere() throws Exception {
    MemoryDisk whole = withSnapshot(true);
    String name = snapshot(whole);
    byte[] bytes = whole.bytes(name);
    for (int length : new int[] {0, 10, 32, 33, 100, bytes.length / 2, bytes.length - 1}) {
      MemoryDisk disk = whole.copy();
      disk.put(name, Arrays.copyOf(bytes, length));

      RecoveryReport report = recover(disk, 300);

      assertThat(report.snapshotSequence()).isZero();
      assertThat(report.dropped().getFirst().file()).isEqualTo(disk.path(name));
    }
  }
}
