package dev.weft.verify.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The marked regions of a source file: from {@code // @start region="x"} to its {@code // @end}.
 */
final class Regions {

  private static final Pattern START =
      Pattern.compile("\\s*// @start region=\"([A-Za-z][A-Za-z0-9]*)\"\\s*");
  private static final Pattern END = Pattern.compile("\\s*// @end\\s*");

  private final Map<String, List<String>> regions = new HashMap<>();

  private Regions() {}

  static Regions of(Path file) throws IOException {
    return of(file.toString(), Files.readAllLines(file));
  }

  /** Reads the regions of a file; they may be nested. */
  static Regions of(String file, List<String> lines) {
    var result = new Regions();
    Deque<String> open = new ArrayDeque<>();
    for (String line : lines) {
      Matcher start = START.matcher(line);
      if (start.matches()) {
        String name = start.group(1);
        if (result.regions.put(name, new ArrayList<>()) != null) {
          throw new IllegalArgumentException(file + " has two regions " + name + ".");
        }
        open.push(name);
      } else if (END.matcher(line).matches()) {
        if (open.poll() == null) {
          throw new IllegalArgumentException(file + " has an @end without an @start.");
        }
      } else {
        open.forEach(name -> result.regions.get(name).add(line));
      }
    }
    if (!open.isEmpty()) {
      throw new IllegalArgumentException(file + " has no @end for " + open + ".");
    }
    return result;
  }

  /** The text of a region without its indentation and without empty lines around it. */
  Optional<String> text(String name) {
    return Optional.ofNullable(regions.get(name))
        .map(lines -> String.join("\n", lines).stripTrailing().stripIndent().strip());
  }
}
