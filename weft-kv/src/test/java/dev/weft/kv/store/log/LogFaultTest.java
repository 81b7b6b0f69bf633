package dev.weft.kv.store.log;

import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Weft;
import dev.weft.kv.store.StorageFullException;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.kv.testkit.Hushed;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A disk that fails while the storage is open. */
final class LogFaultTest {

  @RegisterExtension static final Hushed LOG = new Hushed("dev.weft.kv");

  private static final LogOptions OPTIONS = LogOptions.defaults().withSegmentBytes(8192);

  private final MemoryDisk disk = new MemoryDisk();
  private Weft weft;
  private LogStorage storage;

  @BeforeEach
  void open() throws Exception {
    weft = Weft.create();
    storage = Driver.open(weft, disk, OPTIONS);
    Driver.one(storage.set("t", "k", text("before")));
  }

  @AfterEach
  void close() throws Exception {
    disk.setFaults(MemoryDisk.Faults.NONE);
    Driver.closeQuietly(weft, storage);
    weft.close();
  }

  private void reopen(LogOptions options) throws Exception {
    Driver.closeQuietly(weft, storage);
    assertThat(disk.isLocked()).isFalse();
    storage = Driver.open(weft, disk, options);
  }

  private void assertBroken(String what) {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> Driver.one(storage.set("t", "k", text("after"))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The log in " + disk.path("") + " failed")
          .hasMessageContaining(what)
          .hasMessageContaining("No write has been acknowledged since")
          .hasMessageContaining("restart")
          .hasRootCauseMessage("planted");
    }
  }

  @Test
  void write_takenInPieces_isContinued() throws Exception {
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public int onWrite(String name, int length) {
            return Math.min(length, 7);
          }
        });
    Driver.one(storage.set("t", "l", text("x".repeat(1000))));

    reopen(OPTIONS);

    assertThat(Driver.table(storage, "t")).hasSize(2);
    assertThat(storage.recovery().isClean()).isTrue();
  }

  @Test
  void write_failed_endsWritingAndNotReading() throws Exception {
    var writes = new AtomicInteger();
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public int onWrite(String name, int length) throws IOException {
            writes.incrementAndGet();
            throw new IOException("planted");
          }
        });

    assertBroken("a write to " + disk.path(FileNames.segment(1)) + " failed");

    assertThat(writes).hasValue(1);
    assertThat(Driver.one(storage.get("t", "k"))).isEqualTo(text("before"));
    assertThat(LOG.messages()).hasSize(1).first().asString().startsWith("SEVERE The log in");
    assertThatThrownBy(() -> weft.blockOn(storage.closeAsync())).hasMessageContaining("planted");
    disk.setFaults(MemoryDisk.Faults.NONE);
    reopen(OPTIONS);
    assertThat(Driver.one(storage.set("t", "k", text("after")))).isEqualTo(text("before"));
  }

  @Test
  void force_failedOnce_isNeverTriedAgain() throws Exception {
    var forces = new AtomicInteger();
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public void onForce(String name) throws IOException {
            if (forces.incrementAndGet() == 1) {
              throw new IOException("planted");
            }
          }
        });

    assertBroken("forcing " + disk.path(FileNames.segment(1)) + " to disk failed");

    assertThat(forces).hasValue(1);
    assertThat(Driver.one(storage.get("t", "k"))).isEqualTo(text("before"));
    assertThatThrownBy(() -> weft.blockOn(storage.closeAsync())).hasMessageContaining("planted");
    assertThat(forces).hasValue(1);
  }

  @Test
  void force_failedInTheBackground_endsWriting() throws Exception {
    var clock = new ManualClock();
    Driver.closeQuietly(weft, storage);
    weft.close();
    weft = ((RuntimeOptions) Weft.builder()).clock(clock).workers(1).build();
    storage = Driver.open(weft, disk, OPTIONS.withSync(SyncPolicy.EVERY_SECOND));
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public void onForce(String name) throws IOException {
            throw new IOException("planted");
          }
        });
    Driver.one(storage.set("t", "l", text("acknowledged, not forced")));

    Eventually.until(
        "the failure is logged",
        () -> {
          clock.advance(Duration.ofSeconds(1));
          return !LOG.messages().isEmpty();
        });

    assertBroken("forcing");
  }

  @Test
  void disk_fullForAnotherSegment_refusesUntilThereIsRoom() throws Exception {
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public int onWrite(String name, int length) throws IOException {
            if (name.equals(FileNames.SPARE)) {
              throw new IOException("No space left on device");
            }
            return length;
          }
        });
    int written = 0;
    StorageFullException full = null;
    while (full == null) {
      try {
        Driver.one(storage.set("t", "n" + written, text("x".repeat(500))));
        written++;
      } catch (StorageFullException refused) {
        full = refused;
      }
    }
    assertThat(written).isBetween(10, 20);
    assertThat(full)
        .hasMessageContaining(disk.path("segment-").toString())
        .hasMessageContaining("No space left on device");
    assertThat(disk.has(FileNames.SPARE)).isFalse();
    assertThat(Driver.one(storage.get("t", "n" + written))).isNull();
    Driver.one(storage.set("t", "small", text("fits"))); // into what is left of the segment

    disk.setFaults(MemoryDisk.Faults.NONE);
    String last = "n" + written;
    Eventually.until("there is room", () -> isStored(last));
    reopen(OPTIONS);

    assertThat(Driver.table(storage, "t")).hasSize(written + 3);
    assertThat(storage.recovery().isClean()).isTrue();
  }

  private boolean isStored(String key) {
    try {
      Driver.one(storage.set("t", key, text("x".repeat(500))));
      return true;
    } catch (StorageFullException stillFull) {
      return false;
    } catch (Exception other) {
      throw new AssertionError(other);
    }
  }

  @Test
  void snapshot_failed_leavesTheLogAlone() throws Exception {
    reopen(OPTIONS.withSnapshotBytes(1));
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public int onWrite(String name, int length) throws IOException {
            if (name.equals(FileNames.NEW_SNAPSHOT)) {
              throw new IOException("No space left on device");
            }
            return length;
          }
        });
    for (int i = 0; i < 50; i++) {
      Driver.one(storage.set("t", "n" + i, text("x".repeat(500))));
    }
    Eventually.until("the failure is logged", () -> !LOG.messages().isEmpty());
    assertThat(LOG.messages().getFirst()).startsWith("WARNING A snapshot in");

    disk.setFaults(MemoryDisk.Faults.NONE);
    for (int i = 0; i < 50; i++) {
      Driver.one(storage.set("t", "m" + i, text("x".repeat(500))));
    }
    Eventually.until("a later one succeeds", () -> storage.stats().snapshots() > 0);
    reopen(OPTIONS);

    assertThat(Driver.table(storage, "t")).hasSize(101);
  }

  @Test
  void folder_whoseSyncFails_losesNothingToASnapshot() throws Exception {
    reopen(OPTIONS.withSnapshotBytes(1));
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public void onSync() throws IOException {
            if (disk.list().stream().anyMatch(name -> FileNames.snapshotNumber(name) > 0)) {
              throw new IOException("planted");
            }
          }
        });
    int written = 0;
    while (LOG.messages().isEmpty()) {
      try {
        Driver.one(storage.set("t", "n" + written, text("x".repeat(500))));
        written++;
      } catch (IOException broken) {
        break; // the next segment's name couldn't be made durable either
      }
    }
    disk.setFaults(MemoryDisk.Faults.NONE);
    assertThat(disk.has(FileNames.segment(1))).isTrue();
    reopen(OPTIONS);

    assertThat(Driver.table(storage, "t")).hasSizeGreaterThanOrEqualTo(written + 1);
  }

  @Test
  void opening_onABrokenDisk_failsAndGivesTheFolderFree() throws Exception {
    weft.blockOn(storage.closeAsync());
    disk.setFaults(
        new MemoryDisk.Faults() {
          @Override
          public void onForce(String name) throws IOException {
            throw new IOException("planted");
          }
        });

    assertThatThrownBy(() -> Driver.open(weft, disk, OPTIONS)).hasMessageContaining("planted");
    assertThat(disk.isLocked()).isFalse();
  }
}
