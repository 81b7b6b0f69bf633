package dev.weft.fs;

import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Which files a driver can open just as the JDK does. */
final class RingPaths {

  private static final Set<StandardOpenOption> LEFT_OUT =
      EnumSet.of(StandardOpenOption.DELETE_ON_CLOSE);
  private static final int ASCII = 0x80;
  private static final char REPLACEMENT = '\uFFFD';

  private RingPaths() {}

  static boolean accepts(Path path, Set<? extends OpenOption> options) {
    for (OpenOption option : options) {
      if (!(option instanceof StandardOpenOption known) || LEFT_OUT.contains(known)) {
        return false;
      }
    }
    return path.getFileSystem() == FileSystems.getDefault()
        && path.getClass().getModule() == Object.class.getModule()
        && isExact(path.toString());
  }

  /** Whether the text has the very bytes that the path has for the system. */
  private static boolean isExact(String path) {
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) >= ASCII) {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        return encoding.toUpperCase(Locale.ROOT).equals("UTF-8")
            && path.indexOf(REPLACEMENT) < 0
            && StandardCharsets.UTF_8.newEncoder().canEncode(path);
      }
    }
    return true;
  }
}
