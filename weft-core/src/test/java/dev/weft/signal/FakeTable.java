package dev.weft.signal;

import java.util.HashMap;
import java.util.Map;

/** A table whose signals a test raises. */
final class FakeTable implements SignalTable {

  final Map<String, Runnable> handlers = new HashMap<>();

  void raise(String name) {
    handlers.get(name).run();
  }

  @Override
  public Object install(String name, Runnable handler) {
    handlers.put(name, handler);
    return "before";
  }

  @Override
  public void restore(String name, Object before) {
    handlers.remove(name);
  }
}
