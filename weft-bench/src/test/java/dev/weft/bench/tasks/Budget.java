package dev.weft.bench.tasks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Bytes that operations may cost.
 *
 * @param file where they stand
 * @param bytes for each name, in the order of the file
 */
record Budget(String file, Map<String, Long> bytes) {

  /** The name under which the live heap of a sleeping task stands; all others are allocations. */
  static final String HELD = "sleeping-task";

  /** So much less than its budget, and a bit, is far under it. */
  private static final double SLACK = 0.1;

  private static final long BIT = 8;

  /** The budget of a kind of task. */
  static Budget read(String kind) throws IOException {
    String resource = "/budgets/" + kind + ".txt";
    try (InputStream in = Budget.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("There is no budget file src/test/resources" + resource + ".");
      }
      return parse(
          "src/test/resources" + resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Lines of a name, blanks and bytes; what stands behind # is a remark. */
  static Budget parse(String file, String text) {
    var bytes = new LinkedHashMap<String, Long>();
    for (String line : text.lines().toList()) {
      String content = line.replaceFirst("#.*", "").strip();
      if (!content.isEmpty()) {
        String[] words = content.split("\\s+");
        if (words.length != 2 || !words[1].matches("\\d{1,9}")) {
          throw new IllegalArgumentException(
              "The line \"" + line + "\" in " + file + " is no name with a number of bytes.");
        }
        bytes.put(words[0], Long.valueOf(words[1]));
      }
    }
    return new Budget(file, bytes);
  }

  Set<String> names() {
    return bytes.keySet();
  }

  /** What is wrong with a measured cost, in a sentence. */
  Optional<String> fault(String name, long measured) {
    long allowed = bytes.get(name);
    if (measured > allowed) {
      return Optional.of(
          "%s costs %d bytes, more than the %d of its budget in %s."
              .formatted(name, measured, allowed, file));
    }
    if (measured < allowed - allowed * SLACK - BIT) {
      return Optional.of(
          "%s costs %d bytes, far less than the %d of its budget; set it to %d in %s, to keep it so."
              .formatted(name, measured, allowed, measured, file));
    }
    return Optional.empty();
  }
}
