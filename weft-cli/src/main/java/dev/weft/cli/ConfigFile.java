package dev.weft.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A config file of {@code serve}, in TOML: what it sets, and where. A key that isn't known, a value
 * of another type or out of range is refused with its place.
 */
final class ConfigFile {

  private static final long MAX_BYTES = 1 << 20;

  /** What is wrong with a file, with its place. */
  static final class BadConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    BadConfigException(String message) {
      super(message);
    }
  }

  private final Map<Setting<?>, Object> values;
  private final Map<Setting<?>, String> places;

  private ConfigFile(Map<Setting<?>, Object> values, Map<Setting<?>, String> places) {
    this.values = values;
    this.places = places;
  }

  /** A file that sets nothing. */
  static ConfigFile none() {
    return new ConfigFile(Map.of(), Map.of());
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it can't be read
   * @throws BadConfigException if it isn't TOML, or sets what can't be set
   */
  static ConfigFile read(Path file) throws IOException, BadConfigException {
    if (Files.size(file) > MAX_BYTES) {
      throw new BadConfigException(
          "%s has %d bytes; accepted are %d.".formatted(file, Files.size(file), MAX_BYTES));
    }
    try {
      return parse(file.toString(), Files.readString(file));
    } catch (MalformedInputException notText) {
      throw new BadConfigException(file + " is not text in UTF-8.");
    }
  }

  /** Reads a text; the name is for messages. */
  static ConfigFile parse(String name, String text) throws BadConfigException {
    TomlParseResult toml = Toml.parse(text);
    if (toml.hasErrors()) {
      TomlParseError first = toml.errors().getFirst();
      throw bad(name, first.position(), String.valueOf(first.getMessage()));
    }
    Map<String, Setting<?>> known =
        ServeSettings.ALL.stream().collect(Collectors.toMap(Setting::key, s -> s));
    Set<String> sections = new TreeSet<>();
    known.keySet().forEach(key -> sections.add(key.substring(0, key.indexOf('.'))));
    var values = new HashMap<Setting<?>, Object>();
    var places = new HashMap<Setting<?>, String>();
    for (List<String> path : inOrder(toml)) {
      TomlPosition place = toml.inputPositionOf(path);
      Object value = toml.get(path);
      if (value instanceof TomlTable && path.size() == 1) {
        if (!sections.contains(path.getFirst())) {
          throw bad(
              name,
              place,
              "the table %s is unknown; there are %s"
                  .formatted(path.getFirst(), String.join(", ", sections)));
        }
        continue;
      }
      String key = String.join(".", path);
      Setting<?> setting = path.size() == 2 ? known.get(key) : null;
      if (setting == null) {
        throw bad(name, place, "the key %s is unknown; %s".formatted(key, accepted(path, known)));
      }
      values.put(setting, valueOf(name, place, setting, value));
      places.put(setting, text(name, place));
    }
    return new ConfigFile(values, places);
  }

  /** Keys from the top of the file down, so that the first error is reported. */
  private static List<List<String>> inOrder(TomlParseResult toml) {
    var paths = new ArrayList<>(toml.keyPathSet(true));
    paths.sort(
        (a, b) -> {
          TomlPosition first = toml.inputPositionOf(a);
          TomlPosition second = toml.inputPositionOf(b);
          if (first == null || second == null) {
            return Boolean.compare(first != null, second != null);
          }
          int lines = Integer.compare(first.line(), second.line());
          return lines != 0 ? lines : Integer.compare(first.column(), second.column());
        });
    return paths;
  }

  private static Object valueOf(
      String name, @Nullable TomlPosition place, Setting<?> setting, @Nullable Object value)
      throws BadConfigException {
    if (value == null || !setting.parser().kind().takes(value)) {
      throw bad(
          name, place, "%s is not %s".formatted(setting.key(), setting.parser().kind().accepted()));
    }
    try {
      return setting.parser().parse(value.toString());
    } catch (ValueParser.BadValueException wrong) {
      throw bad(name, place, setting.key() + ": " + wrong.getMessage());
    }
  }

  private static String accepted(List<String> path, Map<String, Setting<?>> known) {
    String section = path.getFirst() + ".";
    List<String> keys =
        known.keySet().stream().filter(key -> key.startsWith(section)).sorted().toList();
    return keys.isEmpty()
        ? "keys stand in tables, such as server.port"
        : "there are " + String.join(", ", keys);
  }

  private static BadConfigException bad(String name, @Nullable TomlPosition place, String message) {
    return new BadConfigException(text(name, place) + ": " + message);
  }

  private static String text(String name, @Nullable TomlPosition place) {
    return place == null
        ? name
        : "%s, line %d, column %d".formatted(name, place.line(), place.column());
  }

  /** What the file says; {@code null} if nothing. */
  @SuppressWarnings("unchecked") // the value came from this setting's parser
  <T> @Nullable T get(Setting<T> setting) {
    return (T) values.get(setting);
  }

  /** Where the file says it, for messages; {@code null} if nowhere. */
  @Nullable String place(Setting<?> setting) {
    return places.get(setting);
  }
}
