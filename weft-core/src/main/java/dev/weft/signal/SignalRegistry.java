package dev.weft.signal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who listens to which signals. */
final class SignalRegistry {

  /*
   * Idea: the process has one handler for each signal, so listeners of all runtimes share the one that
   * is put in for the first of them and taken out with the last. That is why there is one registry for
   * the process, the only thing here that is global: the system's table is.
   *
   * State: `entries` has a signal as long as it has listeners. It is changed under this object's lock,
   * which also orders the changes of the system's table; a signal only reads it.
   */

  private static final SignalRegistry OF_PROCESS = new SignalRegistry(SystemSignals::new);

  private final Supplier<SignalTable> opening;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private @Nullable SignalTable table;

  SignalRegistry(Supplier<SignalTable> opening) {
    this.opening = opening;
  }

  static SignalRegistry ofProcess() {
    return OF_PROCESS;
  }

  /** Adds a listener; if one of the signals can't be listened to, to none. */
  synchronized void add(List<String> names, SignalStream listener) {
    int added = 0;
    try {
      for (String name : names) {
        add(name, listener);
        added++;
      }
    } catch (Throwable refused) {
      remove(names.subList(0, added), listener);
      throw refused;
    }
  }

  private void add(String name, SignalStream listener) {
    Entry entry = entries.get(name);
    if (entry == null) {
      SignalTable system = table;
      if (system == null) {
        system = opening.get();
        table = system;
      }
      entry = new Entry();
      entry.listeners.add(listener); // Before the handler is in: none of its signals is lost.
      entries.put(name, entry);
      try {
        entry.before = system.install(name, () -> occurred(name));
      } catch (Throwable refused) {
        entries.remove(name);
        throw refused;
      }
    } else {
      entry.listeners.add(listener);
    }
  }

  synchronized void remove(List<String> names, SignalStream listener) {
    for (String name : names) {
      Entry entry = entries.get(name);
      if (entry != null && entry.listeners.remove(listener) && entry.listeners.isEmpty()) {
        entries.remove(name);
        SignalTable system = table;
        Object before = entry.before;
        if (system != null && before != null) {
          system.restore(name, before);
        }
      }
    }
  }

  private void occurred(String name) {
    Entry entry = entries.get(name);
    if (entry != null) {
      for (SignalStream listener : entry.listeners) {
        listener.occurred(name);
      }
    }
  }

  private static final class Entry {
    private final List<SignalStream> listeners = new CopyOnWriteArrayList<>();
    private @Nullable Object before;
  }
}
