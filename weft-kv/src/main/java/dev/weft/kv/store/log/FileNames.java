package dev.weft.kv.store.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the files of the engine are called. */
final class FileNames {

  static final String LOCK = "lock";

  /** A segment that is being prepared. */
  static final String SPARE = "segment.new";

  /** A snapshot that is being written. */
  static final String NEW_SNAPSHOT = "snapshot.new";

  private static final String DROPPED = ".dropped";
  private static final Pattern SEGMENT = Pattern.compile("segment-(\\d{19})");
  private static final Pattern SNAPSHOT = Pattern.compile("snapshot-(\\d{19})");

  private FileNames() {}

  static String segment(long first) {
    return "segment-%019d".formatted(first);
  }

  static String snapshot(long covered) {
    return "snapshot-%019d".formatted(covered);
  }

  /** What is set aside of a file, from an offset on. */
  static String dropped(String name, long offset) {
    return name + "-from-" + offset + DROPPED;
  }

  /** The number in a segment's name, or -1 if it is no segment's. */
  static long segmentNumber(String name) {
    return number(SEGMENT, name);
  }

  /** The number in a snapshot's name, or -1 if it is no snapshot's. */
  static long snapshotNumber(String name) {
    return number(SNAPSHOT, name);
  }

  /** Whether it has some of the pairs. */
  static boolean isState(String name) {
    return segmentNumber(name) >= 0 || snapshotNumber(name) >= 0;
  }

  static boolean isUnfinished(String name) {
    return name.equals(SPARE) || name.equals(NEW_SNAPSHOT);
  }

  static boolean isDropped(String name) {
    return name.endsWith(DROPPED);
  }

  private static long number(Pattern pattern, String name) {
    Matcher match = pattern.matcher(name);
    if (!match.matches()) {
      return -1;
    }
    try {
      return Long.parseLong(match.group(1));
    } catch (NumberFormatException tooLarge) {
      return -1;
    }
  }
}
