package dev.weft.net;

import java.nio.file.Path;
import java.util.Objects;

/** The two kinds of names that a Unix socket can have, as the drivers take them. */
final class UnixNames {

  private static final char ABSTRACT = '\0';

  private UnixNames() {}

  static String ofPath(Path path) {
    String name = Objects.requireNonNull(path, "path").toString();
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "The path of a Unix socket is empty; it must name a file in a folder that exists.");
    }
    return name;
  }

  static String ofAbstract(String name) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "The abstract name \""
              + name.replace("\0", "\\0")
              + "\" can't be used; accepted is one or more characters other than 0.");
    }
    return ABSTRACT + name;
  }

  /** A name as people write it: a path, or {@code @} and an abstract name. */
  static String text(String name) {
    return name.charAt(0) == ABSTRACT ? "@" + name.substring(1) : name;
  }

  static boolean isAbstract(String name) {
    return name.charAt(0) == ABSTRACT;
  }
}
