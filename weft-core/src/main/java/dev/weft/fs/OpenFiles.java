package dev.weft.fs;

import dev.weft.Context;
import dev.weft.spi.FileDriver;
import dev.weft.spi.PartHost;
import dev.weft.spi.RuntimePart;
import dev.weft.spi.TaskContext;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The open descriptors of a runtime that are a driver's: none outlives its file or the runtime. */
final class OpenFiles implements RuntimePart {

  /*
   * The JDK closes a channel that became garbage. So a descriptor of ours has an entry here, which refers to
   * its file weakly; whatever is under way on a file refers to it strongly.
   *
   * Nobody waits on the queue of references: it is looked into whenever a file is opened, by whoever opens it, so
   * that a program which forgets to close has no more open than the garbage collector has left to it. The
   * close is one call, made there.
   *
   * An entry leaves by `entries`: whoever removes it is on to close the descriptor.
   */

  private final ReferenceQueue<RingFile> queue = new ReferenceQueue<>();
  private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  OpenFiles(PartHost host) {}

  static OpenFiles of(Context cx) {
    return TaskContext.services(cx).part(OpenFiles.class, OpenFiles::new);
  }

  /** Takes care of a file that was opened just now. */
  void add(RingFile file) {
    closeCollected();
    var entry = new Entry(this, file);
    entries.add(entry);
    file.keptBy(entry);
    if (closed) {
      file.abandon();
    }
  }

  /** Closes the descriptors whose files are garbage, and says so. */
  void closeCollected() {
    for (Reference<?> next = queue.poll(); next != null; next = queue.poll()) {
      ((Entry) next).collected();
    }
  }

  /** How many are open. */
  int size() {
    return entries.size();
  }

  @Override
  public void close() {
    closed = true;
    closeCollected();
    for (Entry entry : entries) {
      RingFile file = entry.get();
      if (file == null) {
        entry.collected();
      } else {
        file.abandon();
      }
    }
  }

  /** One open descriptor. */
  static final class Entry extends WeakReference<RingFile> {

    private final OpenFiles files;
    private final Path path;
    private final FileDriver driver;
    private final int descriptor;

    private Entry(OpenFiles files, RingFile file) {
      super(file, files.queue);
      this.files = files;
      this.path = file.path();
      this.driver = file.driver();
      this.descriptor = file.descriptor();
    }

    /** The file is being closed by somebody. */
    void released() {
      files.entries.remove(this);
      clear();
    }

    private void collected() {
      if (files.entries.remove(this)) {
        driver.close(descriptor);
        System.getLogger("dev.weft.fs")
            .log(
                System.Logger.Level.WARNING,
                "The file {0} was never closed; it is closed now that nothing refers to it.",
                path);
      }
    }
  }
}
