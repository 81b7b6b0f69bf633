package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;

/** Counts the open file descriptors of this process, where the system tells. */
final class Descriptors {

  private static final File FOLDER = new File("/proc/self/fd");

  private Descriptors() {}

  static boolean areKnown() {
    return FOLDER.isDirectory();
  }

  static int count() {
    String[] names = FOLDER.list();
    return names == null ? 0 : names.length;
  }

  static void assertBackAt(int base) {
    if (areKnown()) {
      assertThat(count()).as("open descriptors").isLessThanOrEqualTo(base);
    }
  }
}
