package dev.weft.fs;

import dev.weft.spi.FileDriver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An open file whose operations a driver carries out. */
final class RingFile extends OpenFile {

  /*
   * The system gives the number of a closed descriptor to the next file. So it is closed when no
   * operation uses it: each is in `users` from its first request to its end, and the close comes after the
   * last one. A call that moves the position holds the lock instead.
   *
   * On a pipe or a terminal, where an operation may take for ever, those under way are cancelled first.
   *
   * Sequential operations use the system's own position of the file, as a channel does.
   */

  /** When a file is closed. */
  enum Release {
    NOW,
    LATER,
    /** Somebody else does it. */
    NOT
  }

  private final int descriptor;
  private final boolean endsByItself;
  private final FileDriver driver;
  private final Set<Object> users = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean released;
  private @Nullable RingClose closer; // waits for the users
  private boolean abandoned; // whoever uses it last closes it
  private OpenFiles.@Nullable Entry entry; // sees to it that it is closed

  /**
   * @param endsByItself whether every operation on it ends in its own time, as on a regular file
   */
  RingFile(
      Path path,
      Set<? extends OpenOption> options,
      int descriptor,
      boolean endsByItself,
      FileDriver driver,
      FileBackend pool) {
    super(path, options, pool);
    this.descriptor = descriptor;
    this.endsByItself = endsByItself;
    this.driver = driver;
  }

  int descriptor() {
    return descriptor;
  }

  FileDriver driver() {
    return driver;
  }

  boolean endsByItself() {
    return endsByItself;
  }

  // ---- users and the close

  /** Begins a use. */
  synchronized void enter(Object user) throws FileClosedException {
    requireOpen();
    users.add(user);
  }

  /** Ends a use. */
  void exit(Object user) {
    RingClose last = null;
    boolean closes = false;
    synchronized (this) {
      if (users.remove(user) && users.isEmpty()) {
        last = closer;
        closer = null;
        closes = abandoned;
        abandoned = false;
        if (released) {
          notifyAll();
        }
      }
    }
    if (last != null) {
      last.proceed();
    }
    if (closes) {
      driver.close(descriptor);
    }
  }

  /**
   * Nothing new begins from now on, and the caller is to close the descriptor.
   *
   * @param later is told when nothing is under way any more; {@code null} if the caller waits
   */
  Release release(@Nullable RingClose later) {
    refuse();
    List<Object> cancelled;
    synchronized (this) {
      if (released) {
        return Release.NOT;
      }
      noteReleased();
      if (users.isEmpty()) {
        return Release.NOW;
      }
      closer = later;
      cancelled = endsByItself ? List.of() : new ArrayList<>(users);
    }
    for (Object user : cancelled) {
      if (user instanceof RingOp<?> op) {
        op.cancelRequest();
      }
    }
    return Release.LATER;
  }

  private void noteReleased() {
    released = true;
    OpenFiles.Entry known = entry;
    if (known != null) {
      known.released();
      entry = null;
    }
  }

  /** As {@link #release}, if nothing is under way; else nothing has happened. */
  synchronized boolean releaseIfIdle() {
    if (released || !users.isEmpty()) {
      return false;
    }
    refuse();
    noteReleased();
    return true;
  }

  /** Who sees to it that the descriptor is closed if nobody calls {@link #release}. */
  synchronized void keptBy(OpenFiles.Entry entry) {
    this.entry = entry;
  }

  /** The runtime has ended: it is closed now, or by what still uses it. */
  void abandon() {
    synchronized (this) {
      if (released) {
        return;
      }
      refuse();
      noteReleased();
      if (!users.isEmpty()) {
        abandoned = true;
        return;
      }
    }
    driver.close(descriptor);
  }

  /** Waits until nothing is under way. */
  synchronized void awaitUsers() {
    boolean interrupted = false;
    while (!users.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException asked) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- operations

  @Override
  FileOp<Integer> read(String name, ByteBuffer target, long position) {
    return RingTransfer.read(name, this, target, position);
  }

  @Override
  FileOp<Void> write(String name, ByteBuffer source, long position) {
    return RingTransfer.write(name, this, source, position);
  }

  @Override
  FileOp<Void> sync(boolean metadata) {
    return new RingSync(this, metadata);
  }

  @Override
  FileOp<Long> size() {
    return new RingInquiry(this);
  }

  @Override
  FileOp<Void> truncate(long size) {
    return PathOp.action(
        backend(),
        "truncate",
        path(),
        op -> {
          enter(op);
          try {
            cut(size);
          } finally {
            exit(op);
          }
        });
  }

  private void cut(long size) throws IOException {
    long position = check(driver.position(descriptor));
    long end = check(driver.moveToEnd(descriptor));
    try {
      if (size < end) {
        check(driver.resize(descriptor, size));
      }
    } finally {
      check(driver.moveTo(descriptor, Math.min(position, size)));
    }
  }

  @Override
  synchronized long position() throws IOException {
    requireOpen();
    return check(appends() ? driver.moveToEnd(descriptor) : driver.position(descriptor));
  }

  @Override
  synchronized void position(long position) throws IOException {
    requireOpen();
    check(driver.moveTo(descriptor, position));
  }

  private long check(long answer) throws IOException {
    if (answer < 0) {
      throw driver.failure(path(), (int) -answer);
    }
    return answer;
  }

  @Override
  FileOp<Void> release() {
    return new RingClose(this);
  }
}
