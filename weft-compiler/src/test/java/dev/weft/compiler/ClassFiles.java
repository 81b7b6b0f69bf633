package dev.weft.compiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The class files below a folder. */
final class ClassFiles {

  private ClassFiles() {}

  /** Their paths below the folder, sorted. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  /** Their contents by name. */
  static Map<String, List<Byte>> contents(Path folder) throws IOException {
    var contents = new TreeMap<String, List<Byte>>();
    for (String name : names(folder)) {
      byte[] bytes = Files.readAllBytes(folder.resolve(name));
      var list = new java.util.ArrayList<Byte>(bytes.length);
      for (byte each : bytes) {
        list.add(each);
      }
      contents.put(name, list);
    }
    return contents;
  }

  /** The names of companions only. */
  static List<String> companions(Path folder) throws IOException {
    return names(folder).stream().filter(name -> name.contains("$Weft$")).toList();
  }
}
