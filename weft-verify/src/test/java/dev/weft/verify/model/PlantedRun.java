package dev.weft.verify.model;

import dev.weft.verify.canary.ForkedTool;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;

/** Checks a model with a planted bug in a process of its own. */
final class PlantedRun {

  static final String FOUND = "found:";
  private static final String MISSED = "missed";

  private PlantedRun() {}

  /** What came of it: {@link #FOUND} and the report, or something else. */
  static String check(Path folder, Class<?> planted, boolean linearizable) throws Exception {
    Path classes = folder.resolve("classes");
    Planted.write(planted, classes);
    var command = new ArrayList<String>();
    command.add(ForkedTool.jdk("java"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--") || flag.startsWith("-XX"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classes + File.pathSeparator + System.getProperty("java.class.path"),
            PlantedRun.class.getName(),
            planted.getName(),
            Boolean.toString(linearizable)));
    String output = ForkedTool.run(folder, command).output();
    int at = output.indexOf(FOUND);
    return at < 0 ? output : output.substring(at);
  }

  /** In the process: the name of the model, and whether its operations are linearizable. */
  public static void main(String[] args) throws Exception {
    try {
      LincheckSuite.options(Boolean.parseBoolean(args[1]), 2, 3, 1_000, 50)
          .minimizeFailedScenario(false)
          .check(Class.forName(args[0]));
      System.out.println(MISSED);
    } catch (LincheckAssertionError found) {
      System.out.println(FOUND + found.getMessage());
    }
  }
}
