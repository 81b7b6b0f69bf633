package dev.weft.compiler.weave;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Weaves all class files below folders in place, and counts. */
final class WeaveFolder {
  private static final Pattern COMPANION = Pattern.compile("(.+)\\$Weft\\$(\\d+)\\.class");
  private static final String SUFFIX = ".class";

  private final WeaveOptions options;
  private final PrintStream err;
  private int classes;
  private int blocks;
  private int hosts;
  private int wovenBefore;
  private int deleted;
  private boolean failed;

  WeaveFolder(WeaveOptions options, PrintStream err) {
    this.options = options;
    this.err = err;
  }

  void weave(Path folder) throws IOException {
    List<Path> hostFiles;
    try (Stream<Path> all = Files.walk(folder)) {
      hostFiles =
          all.filter(file -> name(file).endsWith(SUFFIX))
              .filter(file -> !name(file).equals("module-info.class"))
              .filter(file -> !isCompanion(file))
              .sorted()
              .toList();
    }
    for (Path file : hostFiles) {
      weaveClass(file);
    }
    deleteOrphans(folder);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static boolean isCompanion(Path file) {
    if (!COMPANION.matcher(name(file)).matches()) {
      return false;
    }
    try {
      return read(
          file,
          bytes ->
              ClassFile.of()
                  .parse(bytes)
                  .superclass()
                  .filter(type -> type.asSymbol().equals(WeftNames.ASYNC_STATE))
                  .isPresent());
    } catch (IOException unreadable) {
      return false; // it is met again as a class to weave, and reported there
    }
  }

  /** Class files are read bit by bit, so damage may come to light anywhere, and as anything. */
  private static <T> T read(Path file, Function<byte[], T> reader) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      return reader.apply(bytes);
    } catch (RuntimeException damaged) {
      throw new WeaveMain.BadClassFile(file, damaged);
    }
  }

  private void weaveClass(Path file) throws IOException {
    classes++;
    WeaveResult result = read(file, bytes -> new ClassWeaver().weave(bytes, options));
    for (WeaveProblem problem : result.problems()) {
      report(file, problem);
    }
    wovenBefore += result.wovenBefore() ? 1 : 0;
    if (!result.changed()) {
      return;
    }
    if (clashes(file, result)) {
      return;
    }
    deleteStale(file, result);
    for (Map.Entry<String, byte[]> companion : result.companions().entrySet()) {
      replace(companionFile(file, companion.getKey()), companion.getValue());
    }
    replace(file, result.host()); // last: a host never refers to a companion that isn't there
    hosts++;
    blocks += result.blocks().size();
  }

  private void report(Path file, WeaveProblem problem) {
    failed |= problem.kind().isError();
    err.println(
        file
            + (problem.line() == 0 ? "" : ", line " + problem.line())
            + (problem.kind().isError() ? ": error: " : ": warning: ")
            + problem.message());
  }

  private boolean clashes(Path file, WeaveResult result) {
    for (String companion : result.companions().keySet()) {
      Path target = companionFile(file, companion);
      if (Files.exists(target) && !isCompanion(target)) {
        report(
            file,
            new WeaveProblem(
                WeaveProblem.Kind.NAME_CLASH,
                "",
                0,
                "its blocks need the name "
                    + companion.replace('/', '.')
                    + ", which another class has; rename that class."));
        return true;
      }
    }
    return false;
  }

  private static Path companionFile(Path host, String internalName) {
    return host.resolveSibling(internalName.substring(internalName.lastIndexOf('/') + 1) + SUFFIX);
  }

  private static void replace(Path file, byte[] bytes) throws IOException {
    Path fresh = file.resolveSibling(name(file) + ".weft");
    Files.write(fresh, bytes);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private void deleteStale(Path host, WeaveResult result) throws IOException {
    for (Path companion : companionsOf(host)) {
      if (result.companions().keySet().stream()
          .noneMatch(name -> companionFile(host, name).equals(companion))) {
        Files.delete(companion);
        deleted++;
      }
    }
  }

  private static List<Path> companionsOf(Path host) throws IOException {
    String own = name(host).substring(0, name(host).length() - SUFFIX.length());
    var found = new ArrayList<Path>();
    Path folder = host.toAbsolutePath().getParent();
    try (Stream<Path> siblings = Files.list(folder)) {
      for (Path file : siblings.sorted().toList()) {
        Matcher matcher = COMPANION.matcher(name(file));
        if (matcher.matches() && matcher.group(1).equals(own) && isCompanion(file)) {
          found.add(host.resolveSibling(name(file)));
        }
      }
    }
    return found;
  }

  /** Companions whose host is gone or has no blocks any more. */
  private void deleteOrphans(Path folder) throws IOException {
    List<Path> companions;
    try (Stream<Path> all = Files.walk(folder)) {
      companions = all.filter(WeaveFolder::isCompanion).sorted().toList();
    }
    for (Path companion : companions) {
      Matcher matcher = COMPANION.matcher(name(companion));
      if (matcher.matches()
          && !refersTo(companion.resolveSibling(matcher.group(1) + SUFFIX), companion)) {
        Files.delete(companion);
        deleted++;
      }
    }
  }

  private static boolean refersTo(Path host, Path companion) throws IOException {
    if (!Files.exists(host)) {
      return false;
    }
    String name =
        read(companion, bytes -> ClassFile.of().parse(bytes).thisClass().asInternalName());
    return read(host, bytes -> ClassWeaver.refersTo(ClassFile.of().parse(bytes), name));
  }

  boolean failed() {
    return failed;
  }

  String summary() {
    return "Wove "
        + count(blocks, "async block")
        + " in "
        + hosts
        + " of "
        + count(classes, "class")
        + (wovenBefore == 0 ? "" : "; " + count(wovenBefore, "class") + " had been woven before")
        + (deleted == 0 ? "" : "; deleted " + count(deleted, "stale companion"))
        + ".";
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : what.endsWith("s") ? "es" : "s");
  }
}
