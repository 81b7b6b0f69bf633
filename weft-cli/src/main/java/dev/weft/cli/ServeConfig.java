package dev.weft.cli;

import dev.weft.cli.ServeSettings.Engine;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** What was chosen for {@code serve}: by options, else by the config file, else by default. */
final class ServeConfig {

  private final Map<Setting<?>, Object> options;
  private final ConfigFile file;

  private ServeConfig(Map<Setting<?>, Object> options, ConfigFile file) {
    this.options = options;
    this.file = file;
  }

  /**
   * Puts together what was chosen, and checks that it fits together.
   *
   * @throws ValueParser.BadValueException if it doesn't; the message is for the user
   */
  static ServeConfig of(ParseResult line, ConfigFile file) throws ValueParser.BadValueException {
    var options = new HashMap<Setting<?>, Object>();
    for (Setting<?> setting : ServeSettings.ALL) {
      if (line.hasMatchedOption(setting.option())) {
        Object text = line.matchedOptionValue(setting.option(), "");
        options.put(setting, parse(setting, String.valueOf(text)));
      }
    }
    var config = new ServeConfig(options, file);
    config.check();
    return config;
  }

  private static Object parse(Setting<?> setting, String text)
      throws ValueParser.BadValueException {
    try {
      return setting.parser().parse(text);
    } catch (ValueParser.BadValueException wrong) {
      throw new ValueParser.BadValueException(
          "Invalid value for option '%s': %s".formatted(setting.option(), wrong.getMessage()));
    }
  }

  private void check() throws ValueParser.BadValueException {
    if (isOn(options.get(ServeSettings.MEMORY))) {
      contradict(options.get(ServeSettings.ENGINE));
    } else if (!engineByOption() && isOn(file.get(ServeSettings.MEMORY))) {
      contradict(file.get(ServeSettings.ENGINE));
    }
    if (engine() == Engine.MEMORY) {
      refuse(ServeSettings.DATA, "the memory engine keeps nothing on disk");
      refuse(ServeSettings.SYNC, "the memory engine keeps nothing on disk");
    }
    if (engine() != Engine.LOG) {
      refuse(ServeSettings.SEGMENT_SIZE, "only the log engine has segments");
      refuse(ServeSettings.SNAPSHOT_SIZE, "only the log engine has snapshots");
    }
    if (engine() == Engine.ROCKSDB) {
      refuse(ServeSettings.MAX_MEMORY, "the rocksdb engine doesn't keep the pairs in memory");
    }
    needs(ServeSettings.TLS_CERT, ServeSettings.TLS_KEY);
    needs(ServeSettings.TLS_KEY, ServeSettings.TLS_CERT);
    needs(ServeSettings.TLS_CLIENT_CA, ServeSettings.TLS_CERT);
  }

  /** What keeps the pairs. An option, either of the two, wins over both keys of the file. */
  Engine engine() {
    boolean memory =
        engineByOption()
            ? isOn(options.get(ServeSettings.MEMORY))
            : isOn(file.get(ServeSettings.MEMORY));
    return memory ? Engine.MEMORY : get(ServeSettings.ENGINE);
  }

  private static boolean isOn(@Nullable Object value) {
    return Boolean.TRUE.equals(value);
  }

  private boolean engineByOption() {
    return options.containsKey(ServeSettings.ENGINE) || options.containsKey(ServeSettings.MEMORY);
  }

  /** The value of a setting that has a default. */
  <T> T get(Setting<T> setting) {
    T chosen = chosen(setting);
    T value = chosen == null ? setting.byDefault() : chosen;
    if (value == null) {
      throw new AssertionError(setting.option() + " has no default.");
    }
    return value;
  }

  /** The value of a setting if it was chosen. */
  @SuppressWarnings("unchecked") // the value came from this setting's parser
  <T> @Nullable T chosen(Setting<T> setting) {
    T option = (T) options.get(setting);
    return option == null ? file.get(setting) : option;
  }

  /** What a file says of another engine than the one that an option picks is left unused. */
  private void refuse(Setting<?> setting, String why) throws ValueParser.BadValueException {
    if (options.containsKey(setting) || (!engineByOption() && file.get(setting) != null)) {
      throw bad(setting, "%s makes no sense here: %s".formatted(name(setting), why));
    }
  }

  private void needs(Setting<?> setting, Setting<?> other) throws ValueParser.BadValueException {
    if (chosen(setting) != null && chosen(other) == null) {
      // The missing one is named as the one that is there: both by options, or both by keys.
      String missing = isOfFile(setting) ? other.key() : other.option();
      throw bad(setting, "%s needs %s".formatted(name(setting), missing));
    }
  }

  private void contradict(@Nullable Object engine) throws ValueParser.BadValueException {
    if (engine != null && engine != Engine.MEMORY) {
      throw bad(
          ServeSettings.MEMORY,
          "%s and %s contradict each other"
              .formatted(name(ServeSettings.MEMORY), name(ServeSettings.ENGINE)));
    }
  }

  /** With the place of the setting, if that is in the file. */
  private ValueParser.BadValueException bad(Setting<?> setting, String message) {
    return new ValueParser.BadValueException(
        isOfFile(setting) ? file.place(setting) + ": " + message : message);
  }

  /** As the user wrote it. */
  String name(Setting<?> setting) {
    return isOfFile(setting) ? setting.key() : setting.option();
  }

  private boolean isOfFile(Setting<?> setting) {
    return !options.containsKey(setting) && file.get(setting) != null;
  }
}
