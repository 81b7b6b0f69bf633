package dev.weft.examples;

import dev.weft.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** What an example says, collected from whichever thread says it. */
final class Output implements Consumer<String> {

  private final List<String> lines = new CopyOnWriteArrayList<>();

  interface Program {
    void run() throws Exception;
  }

  @Override
  public void accept(String line) {
    lines.add(line);
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Waits for as many lines and gives them all. */
  List<String> await(int count) {
    Eventually.until(count + " lines of output", () -> lines.size() >= count);
    return lines();
  }

  /** The lines that a program prints. */
  static List<String> of(Program program) throws Exception {
    PrintStream before = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      program.run();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
