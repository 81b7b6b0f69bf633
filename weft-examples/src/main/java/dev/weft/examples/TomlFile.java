package dev.weft.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/** Turns TOML into YAML. It only computes; reading and writing are for those who call it. */
final class TomlFile {

  private TomlFile() {}

  /**
   * Converts a text.
   *
   * @param file where it came from, for the message of a failure
   * @param toml the text
   * @return the same data as YAML
   * @throws IOException if it isn't TOML, with the file and the line
   */
  static String toYaml(Path file, String toml) throws IOException {
    TomlParseResult parsed = Toml.parse(toml);
    if (parsed.hasErrors()) {
      TomlParseError error = parsed.errors().getFirst();
      throw new IOException(file + ", line " + error.position().line() + ": " + error.getMessage());
    }
    var settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
    return new Dump(settings).dumpToString(plain(parsed));
  }

  /** Tables as maps and arrays as lists, all the way down; dates and times as text. */
  private static Object plain(Object value) {
    return switch (value) {
      case TomlTable table -> {
        Map<String, Object> map = new LinkedHashMap<>();
        table.entrySet().forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
        yield map;
      }
      case TomlArray array -> {
        List<Object> list = new ArrayList<>();
        array.toList().forEach(item -> list.add(plain(item)));
        yield list;
      }
      case String _, Long _, Double _, Boolean _ -> value;
      default -> value.toString();
    };
  }
}
