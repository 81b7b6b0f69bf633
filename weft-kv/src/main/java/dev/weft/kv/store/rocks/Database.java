package dev.weft.kv.store.rocks;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** The database. All methods block: they are for threads of the blocking pool only. */
final class Database {

  /*
   * Idea: a native object that is used after it was closed ends the process. So whoever calls into the
   * library holds the shared side of `gate` for that long, and closing takes the exclusive side: it waits
   * for calls that are under way, and none begins after it.
   *
   * State: open -> closed, once, under the exclusive side. Beside it `broken`, set once: after a write or
   * a sync has failed, nobody knows what the disk has, so no further write is taken until the folder is
   * opened anew; reads go on.
   *
   * Writes come one round at a time (Rounds sees to it), so what a round reads as old values can't change
   * before it writes.
   */

  private final Path folder;
  private final Natives natives;
  private final Forces forces;
  private final Scans scans = new Scans();
  private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
  private boolean closed; // guarded by gate
  private volatile @Nullable RocksDBException broken;

  Database(Path folder, Natives natives, Forces forces) {
    this.folder = folder;
    this.natives = natives;
    this.forces = forces;
  }

  /** What is done between the gates. */
  @FunctionalInterface
  interface Use<T extends @Nullable Object> {
    T apply(Natives natives) throws IOException, RocksDBException;
  }

  /** Calls into the library unless it is closed. */
  <T extends @Nullable Object> T use(String what, Use<T> use) throws IOException {
    gate.readLock().lock();
    try {
      if (closed) {
        throw closedException();
      }
      scans.releaseAbandoned();
      return use.apply(natives);
    } catch (RocksDBException failure) {
      throw failed(what, failure);
    } finally {
      gate.readLock().unlock();
    }
  }

  Scans scans() {
    return scans;
  }

  /** Whether something was written since the last sync began. */
  boolean isUnsynced() {
    return forces.isAnyDue();
  }

  IOException closedException() {
    return new IOException("The storage in " + folder + " was closed; it takes no more requests.");
  }

  private IOException failed(String what, RocksDBException cause) {
    return new IOException(
        "%s the storage in %s failed: %s".formatted(what, folder, cause.getMessage()), cause);
  }

  // ---- reading

  void read(List<Call<?>> round) throws IOException {
    use(
        "Reading",
        natives -> {
          List<byte[]> wanted = new ArrayList<>();
          for (Call<?> call : round) {
            if (call.wantsValues()) {
              wanted.addAll(List.of(call.keys()));
            }
          }
          int next = 0;
          List<byte @Nullable []> found = natives.getAll(wanted);
          for (Call<?> call : round) {
            if (call.wantsValues()) {
              int end = next + call.keys().length;
              answer(call, found.subList(next, end));
              next = end;
            } else {
              call.answer(presence(natives, call.keys()));
            }
          }
          return null;
        });
  }

  private static Slot[] presence(Natives natives, byte[][] keys) {
    var slots = new Slot[keys.length];
    for (int i = 0; i < keys.length; i++) {
      boolean found = natives.db().keyExists(natives.reading(), keys[i]);
      slots[i] = found ? Slot.PRESENT : Slot.EMPTY;
    }
    return slots;
  }

  /** A value that can't be read fails the call that wants it and no other. */
  private void answer(Call<?> call, List<byte @Nullable []> found) {
    var slots = new Slot[found.size()];
    try {
      for (int i = 0; i < slots.length; i++) {
        slots[i] = Slot.of(parse(found.get(i)));
      }
      call.answer(slots);
    } catch (IOException damaged) {
      call.fail(damaged);
    }
  }

  @Nullable Value parse(byte @Nullable [] stored) throws IOException {
    if (stored == null) {
      return null;
    }
    try {
      return Value.parseFrom(stored);
    } catch (InvalidProtocolBufferException damaged) {
      throw new IOException(
          "A value of %d bytes in the storage in %s is damaged: %s"
              .formatted(stored.length, folder, damaged.getMessage()),
          damaged);
    }
  }

  // ---- writing

  void write(List<Call<?>> round) throws IOException {
    use(
        "Writing to",
        natives -> {
          RocksDBException before = broken;
          if (before != null) {
            throw new IOException(
                "The storage in %s takes no writes since one failed: %s; open it anew."
                    .formatted(folder, before.getMessage()),
                before);
          }
          var changes = new WriteRound(this, natives, round);
          commit(natives, changes);
          for (int i = 0; i < round.size(); i++) {
            round.get(i).answer(changes.answer(i));
          }
          return null;
        });
  }

  private void commit(Natives natives, WriteRound changes) throws RocksDBException {
    if (changes.records() == 0) {
      return;
    }
    try (var batch = new WriteBatch()) {
      changes.putInto(batch);
      if (natives.forcesWrites()) {
        forces.force(changes.records(), () -> natives.write(batch));
      } else {
        natives.write(batch);
        forces.wrote(changes.records());
      }
    } catch (RocksDBException failure) {
      broken = failure;
      throw failure;
    }
  }

  /** Forces to disk what was written, if anything was. */
  void sync() throws IOException {
    use(
        "Forcing",
        natives -> {
          syncNow(natives);
          return null;
        });
  }

  private void syncNow(Natives natives) throws RocksDBException {
    if (!forces.isAnyDue() || broken != null) {
      return; // after a failure a later success would say nothing about what was lost
    }
    try {
      forces.forceAll(() -> natives.db().syncWal());
    } catch (RocksDBException failure) {
      broken = failure;
      throw failure;
    }
  }

  /** Waits for what is under way and closes; a second call does nothing. */
  void close() throws IOException {
    gate.writeLock().lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      scans.releaseAll();
      try (natives) {
        syncNow(natives);
      }
    } catch (RocksDBException failure) {
      throw failed("Closing", failure);
    } finally {
      gate.writeLock().unlock();
    }
  }
}
