package dev.weft.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing about {@code serve} that can be chosen: by an option, else by a key of the config file,
 * else by default. Both texts go through the same parser, so that they accept the same.
 *
 * @param option its option, such as {@code --port}
 * @param key its key in the config file, such as {@code server.port}
 * @param label what the value is called in the help; empty for a switch, which takes none
 * @param parser reads a value
 * @param byDefault the value if it is chosen nowhere; {@code null} if there is none
 * @param help what it is for
 * @param <T> type of the value
 */
record Setting<T>(
    String option,
    String key,
    String label,
    ValueParser<T> parser,
    @Nullable T byDefault,
    String help) {

  /** Checks the arguments. */
  Setting {
    Objects.requireNonNull(option, "option");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(parser, "parser");
    Objects.requireNonNull(help, "help");
  }

  /** Whether it is on or off and its option has no value. */
  boolean isSwitch() {
    return label.isEmpty();
  }
}
