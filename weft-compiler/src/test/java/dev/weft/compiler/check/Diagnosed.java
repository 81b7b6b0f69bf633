package dev.weft.compiler.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.Javac;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A source whose expected diagnostics are marked in it: {@code /*!*}{@code /} stands right before
 * each place.
 */
final class Diagnosed {

  private static final String MARK = "/*!*/";

  private static final String IMPORTS =
      """
      import static dev.weft.Async.*;
      import dev.weft.*;
      import java.util.*;
      """;

  private final String text;
  private final Javac.Compiled compiled;

  private Diagnosed(String text, Javac.Compiled compiled) {
    this.text = text;
    this.compiled = compiled;
  }

  /** Compiles a source, to which the usual imports are added. */
  static Diagnosed source(Path folder, String source, String... options) {
    return whole(folder, IMPORTS + source, options);
  }

  /** Compiles a source as it is. */
  static Diagnosed whole(Path folder, String source, String... options) {
    return new Diagnosed(
        source, Javac.weft(folder).with("-Xlint:all").with(options).tryCompile("A.java", source));
  }

  /** Checks that there are just these errors, one at each mark, and that none is a warning. */
  void hasErrors(String... texts) {
    assertThat(compiled.succeeded()).isFalse();
    has("ERROR", texts);
  }

  /** Checks that there are just these warnings, one at each mark, and no error. */
  void hasWarnings(String... texts) {
    assertThat(compiled.succeeded()).as("%s", compiled.messages()).isTrue();
    has("WARNING", texts);
  }

  /** As {@link #hasWarnings}, whatever the order. */
  void hasWarningsInAnyOrder(String... texts) {
    assertThat(compiled.succeeded()).as("%s", compiled.messages()).isTrue();
    List<String> places = places();
    assertThat(places).hasSameSizeAs(texts);
    var expected = new ArrayList<String>();
    for (int i = 0; i < texts.length; i++) {
      expected.add("WARNING " + places.get(i) + " " + texts[i]);
    }
    assertThat(compiled.messages()).hasSameSizeAs(texts);
    assertThat(expected)
        .allMatch(start -> compiled.messages().stream().anyMatch(text -> text.startsWith(start)));
  }

  /** Checks the first error, to which javac adds others of its own. */
  void hasErrorFirst(String text) {
    assertThat(compiled.succeeded()).isFalse();
    assertThat(compiled.messages().getFirst())
        .startsWith("ERROR " + places().getFirst() + " ")
        .contains(text);
  }

  /** Checks that javac has nothing to say. */
  void isClean() {
    assertThat(compiled.messages()).isEmpty();
    assertThat(compiled.out()).isEmpty();
    assertThat(compiled.succeeded()).isTrue();
  }

  private void has(String kind, String... texts) {
    assertThat(compiled.diagnostics())
        .extracting(each -> each.getSource() == null ? "none" : each.getSource().getName())
        .allMatch(name -> name.endsWith("A.java"));
    List<String> places = places();
    assertThat(places).as("marks in the source").hasSameSizeAs(texts);
    assertThat(compiled.messages()).as("%s", compiled.messages()).hasSameSizeAs(texts);
    for (int i = 0; i < texts.length; i++) {
      assertThat(compiled.messages().get(i))
          .startsWith(kind + " " + places.get(i) + " ")
          .contains(texts[i]);
    }
  }

  /** Line and column after each mark. */
  private List<String> places() {
    var places = new ArrayList<String>();
    for (int at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
      int end = at + MARK.length();
      long line = text.substring(0, end).chars().filter(c -> c == '\n').count() + 1;
      places.add(line + ":" + (end - text.lastIndexOf('\n', end)));
    }
    return places;
  }
}
