package dev.weft.fs;

import dev.weft.spi.PartHost;
import dev.weft.spi.RuntimePart;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The directories that a runtime watches, those of each file system by one thread. */
final class WatchHub implements RuntimePart {

  /*
   * A watching thread exists as long as it has something to watch, so that a program which has watched
   * once keeps no descriptor. All that adds, removes and ends watches runs under this object's lock, on
   * threads of the pool; the watching thread takes it only to end a watch whose directory is gone. Watches are told of their end outside it.
   */

  private final PartHost host;
  private final FileBackend backend;
  private final Map<FileSystem, Watcher> watchers = new HashMap<>();
  private boolean closed;

  WatchHub(PartHost host, FileBackend backend) {
    this.host = host;
    this.backend = backend;
  }

  FileBackend backend() {
    return backend;
  }

  synchronized DirectoryWatch add(Path directory) throws IOException {
    if (closed) {
      throw FileErrors.because(directory, "the runtime is closed");
    }
    var watch = new DirectoryWatch(directory, this);
    Watcher watcher = watchers.get(directory.getFileSystem());
    if (watcher == null) {
      watcher = new Watcher(directory.getFileSystem(), this);
      watchers.put(directory.getFileSystem(), watcher);
      host.newThread("watch-files", watcher).start();
    }
    try {
      watcher.add(watch);
    } finally {
      closeIfIdle(watcher);
    }
    return watch;
  }

  synchronized void remove(DirectoryWatch watch) {
    Watcher watcher = watchers.get(watch.directory().getFileSystem());
    if (watcher != null) {
      watcher.remove(watch);
      closeIfIdle(watcher);
    }
  }

  /** Ends a watcher that has nothing to watch; under the lock. */
  void closeIfIdle(Watcher watcher) {
    if (watcher.isIdle() && watchers.remove(watcher.fileSystem(), watcher)) {
      watcher.close();
    }
  }

  @Override
  public void close() {
    List<DirectoryWatch> left = new ArrayList<>();
    synchronized (this) {
      closed = true;
      for (Watcher watcher : watchers.values()) {
        left.addAll(watcher.takeAll());
        watcher.close();
      }
      watchers.clear();
    }
    left.forEach(DirectoryWatch::end);
  }
}
