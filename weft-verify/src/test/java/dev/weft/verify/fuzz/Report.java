package dev.weft.verify.fuzz;

import dev.weft.verify.fuzz.Subject.Difference;
import dev.weft.verify.fuzz.generate.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is told of a difference, and kept of it. */
final class Report {

  /** Where a normal test replays what lies there. */
  static final String KEPT = "src/test/resources/fuzz";

  private Report() {}

  /** Shrinks, writes the small source into a folder, and returns all that one needs to know. */
  static String of(Fuzzer fuzzer, Fuzzer.Finding finding, int tries, Path folder)
      throws IOException {
    Program program = finding.program();
    String whole = program.source();
    Difference difference = new Shrinker(fuzzer, tries).shrink(finding);
    Path file = folder.resolve(program.name() + ".java");
    Files.createDirectories(folder);
    Files.writeString(file, Saved.text(program, difference));
    return """
        A program differs from its blocking run. %s
        Under: %s
        Run it again: ./weft test -pl weft-verify -am -Dtest=FuzzTest -Dweft.seed=%d
        Keep it: move %s to weft-verify/%s, where a test replays it.
        Shrunk from %d to %d characters:

        %s"""
        .formatted(
            difference.text(),
            difference.plan(),
            program.seed(),
            file.toAbsolutePath(),
            KEPT,
            whole.length(),
            program.source().length(),
            program.source());
  }
}
