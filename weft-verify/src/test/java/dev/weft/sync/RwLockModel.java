package dev.weft.sync;

import dev.weft.sync.AsyncRwLock.ReadGuard;
import dev.weft.sync.AsyncRwLock.WriteGuard;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** A reader and a writer who may give up, one who only tries to read, and a downgrade. */
public class RwLockModel {

  private final AsyncRwLock lock = new AsyncRwLock(2);
  private final Slot<ReadGuard> reader = new Slot<>(lock::read);
  private final Slot<WriteGuard> writer = new Slot<>(lock::write);
  private ReadGuard downgraded;
  private ReadGuard tried;

  @Operation(nonParallelGroup = "reader")
  public String pollRead() {
    return reader.poll();
  }

  @Operation(nonParallelGroup = "reader")
  public void cancelRead() {
    reader.cancel();
  }

  @Operation(nonParallelGroup = "reader")
  public void unlockRead() {
    if (reader.isHeld()) {
      reader.take().close();
    }
  }

  @Operation(nonParallelGroup = "writer")
  public String pollWrite() {
    return downgraded == null ? writer.poll() : "reads";
  }

  @Operation(nonParallelGroup = "writer")
  public void cancelWrite() {
    writer.cancel();
  }

  @Operation(nonParallelGroup = "writer")
  public boolean downgrade() {
    if (writer.isHeld()) {
      downgraded = writer.take().downgrade();
    }
    return downgraded != null;
  }

  @Operation(nonParallelGroup = "writer")
  public void unlockWrite() {
    if (writer.isHeld()) {
      writer.take().close();
    }
    if (downgraded != null) {
      downgraded.close();
      downgraded = null;
    }
  }

  @Operation(nonParallelGroup = "try")
  public boolean tryRead() {
    if (tried == null) {
      tried = lock.tryRead().orElse(null);
    }
    return tried != null;
  }

  @Operation(nonParallelGroup = "try")
  public void unlockTried() {
    if (tried != null) {
      tried.close();
      tried = null;
    }
  }

  @Validate
  public void atRest() {
    reader.checkWoken("reader");
    writer.checkWoken("writer");
    if (writer.isHeld() && (reader.isHeld() || tried != null)) {
      throw new AssertionError("read and written at the same time");
    }
    reader.cancel();
    writer.cancel();
    unlockRead();
    unlockWrite();
    unlockTried();
    if (lock.tryWrite().isEmpty()) {
      throw new AssertionError(lock + " at rest");
    }
  }
}
