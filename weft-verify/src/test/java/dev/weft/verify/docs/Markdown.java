package dev.weft.verify.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java of a page: each block has to stand below a line {@code <!-- snippet: FILE#REGION -->},
 * with several regions separated by commas, and to be the text of these.
 */
final class Markdown {

  private static final Pattern MARK = Pattern.compile("<!-- snippet: (.+) -->");
  private static final Pattern FENCE = Pattern.compile("\\s*(`{3,}|~{3,})\\s*([A-Za-z]*).*");

  private final Path root;

  Markdown(Path root) {
    this.root = root;
  }

  /** What is wrong with a page, one sentence each. */
  List<String> faults(Path page) throws IOException {
    return faults(root.relativize(page).toString(), Files.readAllLines(page));
  }

  List<String> faults(String page, List<String> lines) throws IOException {
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (!fence.matches()) {
        continue;
      }
      int begin = i + 1;
      int end = begin;
      while (end < lines.size() && !lines.get(end).strip().equals(fence.group(1))) {
        end++;
      }
      if (fence.group(2).equalsIgnoreCase("java")) {
        String place = page + ":" + (i + 1) + ": ";
        Matcher mark = MARK.matcher(i == 0 ? "" : lines.get(i - 1).strip());
        if (!mark.matches()) {
          faults.add(place + "a Java block without a snippet comment above it");
        } else {
          String shown =
              String.join("\n", lines.subList(begin, end)).stripTrailing().stripIndent().strip();
          compare(place, shown, mark.group(1), faults);
        }
      }
      i = end;
    }
    return faults;
  }

  private void compare(String place, String shown, String mark, List<String> faults)
      throws IOException {
    List<String> texts = new ArrayList<>();
    for (String reference : mark.split(",\\s*", -1)) {
      int hash = reference.indexOf('#');
      Path file = root.resolve(hash < 0 ? reference : reference.substring(0, hash));
      if (hash < 0 || !Files.isRegularFile(file)) {
        faults.add(place + "\"" + reference + "\" names no file and region");
        return;
      }
      String region = reference.substring(hash + 1);
      var text = Regions.of(file).text(region);
      if (text.isEmpty()) {
        faults.add(place + reference + ": there is no such region");
        return;
      }
      texts.add(text.get());
    }
    String expected = String.join("\n\n", texts);
    if (!shown.equals(expected)) {
      faults.add(place + "differs from " + mark + ", which is:\n" + expected);
    }
  }
}
