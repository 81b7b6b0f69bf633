package dev.weft.fs;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The watches of one file system, and the body of the thread that serves them. */
final class Watcher implements Runnable {

  /*
   * A directory that is registered twice has one key, so a key serves a list of watches, and is given up
   * with the last of them. `watches` is guarded by the hub's lock. The thread tells changes outside it: it
   * takes a copy of the list first. A change that is taken while a watch is being added may thus miss
   * it, which is right, as it came before.
   */

  private final FileSystem fileSystem;
  private final WatchHub hub;
  private final WatchService service;
  private final Map<WatchKey, List<DirectoryWatch>> watches = new HashMap<>();

  Watcher(FileSystem fileSystem, WatchHub hub) throws IOException {
    this.fileSystem = fileSystem;
    this.hub = hub;
    this.service = fileSystem.newWatchService();
  }

  FileSystem fileSystem() {
    return fileSystem;
  }

  void add(DirectoryWatch watch) throws IOException {
    WatchKey key =
        watch
            .directory()
            .register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
    watches.computeIfAbsent(key, _ -> new ArrayList<>()).add(watch);
  }

  void remove(DirectoryWatch watch) {
    watches
        .entrySet()
        .removeIf(
            entry -> {
              boolean last = entry.getValue().remove(watch) && entry.getValue().isEmpty();
              if (last) {
                entry.getKey().cancel();
              }
              return last;
            });
  }

  boolean isIdle() {
    return watches.isEmpty();
  }

  /** Takes all watches out, which are to be ended then; under the hub's lock. */
  List<DirectoryWatch> takeAll() {
    List<DirectoryWatch> all = watches.values().stream().flatMap(List::stream).toList();
    watches.clear();
    return all;
  }

  /** Ends the thread; under the hub's lock. */
  void close() {
    try {
      service.close();
    } catch (IOException broken) {
      // Its thread ends all the same, and nobody is left who could be told.
    }
  }

  @Override
  public void run() {
    try {
      while (true) {
        serve(service.take());
      }
    } catch (ClosedWatchServiceException closed) {
      // That is how it ends.
    } catch (InterruptedException stray) {
      List<DirectoryWatch> left;
      synchronized (hub) {
        left = takeAll();
        hub.closeIfIdle(this);
      }
      left.forEach(DirectoryWatch::end);
    }
  }

  private void serve(WatchKey key) {
    List<DirectoryWatch> listeners = listeners(key);
    for (WatchEvent<?> event : key.pollEvents()) {
      FileChange.Kind kind = kind(event.kind());
      Path name = event.context() instanceof Path path ? path : null;
      for (DirectoryWatch watch : listeners) {
        watch.tell(kind, name);
      }
    }
    if (!key.reset()) {
      List<DirectoryWatch> ended;
      synchronized (hub) {
        ended = watches.remove(key);
        hub.closeIfIdle(this);
      }
      if (ended != null) {
        ended.forEach(DirectoryWatch::end);
      }
    }
  }

  private List<DirectoryWatch> listeners(WatchKey key) {
    synchronized (hub) {
      return List.copyOf(watches.getOrDefault(key, List.of()));
    }
  }

  private static FileChange.Kind kind(WatchEvent.Kind<?> kind) {
    if (kind == StandardWatchEventKinds.ENTRY_CREATE) {
      return FileChange.Kind.CREATED;
    }
    if (kind == StandardWatchEventKinds.ENTRY_MODIFY) {
      return FileChange.Kind.MODIFIED;
    }
    return kind == StandardWatchEventKinds.ENTRY_DELETE
        ? FileChange.Kind.DELETED
        : FileChange.Kind.OVERFLOW;
  }
}
