package dev.weft.compiler;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What {@code -Xplugin:"Weft …"} was given.
 *
 * @param off whether to leave everything alone, so that all blocks run stackful
 * @param report whether to tell each block's facts
 * @param debug whether a debugger shall see variables that aren't used any more
 * @param preempt whether loops of all blocks get pre-emption points
 * @param out where javac writes class files, {@code null} to ask javac
 */
record PluginOptions(
    boolean off, boolean report, boolean debug, boolean preempt, @Nullable Path out) {

  private static final String ACCEPTED =
      "accepted are report, debug, preempt=loops, off and out=DIR, separated by spaces.";

  static final PluginOptions NONE = new PluginOptions(false, false, false, false, null);

  /**
   * Reads the options.
   *
   * @throws IllegalArgumentException if one isn't known, or can't be used
   */
  static PluginOptions parse(String... args) {
    PluginOptions options = NONE;
    for (String arg : args) {
      if (!arg.isBlank()) {
        options = options.with(arg.strip());
      }
    }
    return options;
  }

  private PluginOptions with(String arg) {
    if (arg.equals("off")) {
      return new PluginOptions(true, report, debug, preempt, out);
    }
    if (arg.equals("report")) {
      return new PluginOptions(off, true, debug, preempt, out);
    }
    if (arg.equals("debug")) {
      return new PluginOptions(off, report, true, preempt, out);
    }
    if (arg.startsWith("out=")) {
      return new PluginOptions(off, report, debug, preempt, folder(arg.substring("out=".length())));
    }
    if (arg.equals("preempt=loops")) {
      return new PluginOptions(off, report, debug, true, out);
    }
    throw new IllegalArgumentException(
        "Option " + arg + " of the Weft plugin is unknown; " + ACCEPTED);
  }

  private static Path folder(String text) {
    try {
      if (!text.isEmpty()) {
        return Path.of(text).toAbsolutePath().normalize();
      }
    } catch (InvalidPathException unusable) {
      throw new IllegalArgumentException(
          "Option out=" + text + " of the Weft plugin names no folder.", unusable);
    }
    throw new IllegalArgumentException(
        "Option out= of the Weft plugin lacks its folder: give the one that javac's -d names.");
  }
}
