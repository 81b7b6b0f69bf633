package dev.weft.compiler;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;

/**
 * The javac plugin. It starts by itself where it is found on the processor path; {@code
 * -Xplugin:"Weft OPTION…"} gives it options.
 */
public final class WeftPlugin implements Plugin {

  /** For javac. */
  public WeftPlugin() {}

  @Override
  public String getName() {
    return "Weft";
  }

  @Override
  public boolean autoStart() {
    return true;
  }

  @Override
  public void init(JavacTask task, String... args) {
    task.addTaskListener(new Compilation(task, args));
  }
}
