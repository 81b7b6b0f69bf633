package dev.weft.bench.compile;

/** A class of a thousand lines to compile, with or without async blocks. */
final class SampleSource {

  static final String NAME = "Sample";

  private static final int METHODS = 20;
  private static final int PLAIN_LINES = 35;

  private SampleSource() {}

  /** The text; the two kinds differ only in 20 bodies of 13 lines. */
  static String text(boolean blocks) {
    var text = new StringBuilder();
    text.append(
        "import static dev.weft.Async.*;\n\nimport dev.weft.Future;\nimport java.util.*;\n\n");
    text.append("public class ").append(NAME).append(" {\n");
    for (int method = 0; method < METHODS; method++) {
      body(text, method, blocks);
      plain(text, method);
    }
    return text.append("}\n").toString();
  }

  private static void body(StringBuilder text, int method, boolean block) {
    String read = block ? "await(source)" : "source.hashCode()";
    text.append(
        """
          %s f%d(%s source, List<String> names) throws Exception {
            %s
              int total = %d;
              long weight = 0;
              for (String name : names) {
                try {
                  int value = %s;
                  total += value > 3 ? %s : name.length();
                } finally {
                  weight += total;
                }
              }
              return total + (int) weight;
            %s
          }
        """
            .formatted(
                block ? "Future<Integer>" : "Integer",
                method,
                block ? "Future<Integer>" : "Object",
                block ? "return async(() -> {" : "{",
                method,
                read,
                read,
                block ? "});" : "}"));
  }

  private static void plain(StringBuilder text, int method) {
    text.append("  int g%d(Map<String, Integer> counts, int n) {\n".formatted(method));
    for (int line = 0; line < PLAIN_LINES - 4; line++) {
      text.append(
          "    n = counts.getOrDefault(\"k%d\", n) + (n ^ %d) * %d;\n"
              .formatted(line, line, line + 1));
    }
    text.append("    return n;\n  }\n\n");
  }
}
