package dev.weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;

/** Counts the open file descriptors of this process, where the system tells. */
public final class Descriptors {

  private static final File FOLDER = new File("/proc/self/fd");

  private Descriptors() {}

  public static boolean areKnown() {
    return FOLDER.isDirectory();
  }

  public static int count() {
    String[] names = FOLDER.list();
    return names == null ? 0 : names.length;
  }

  public static void assertBackAt(int base) {
    if (areKnown()) {
      assertThat(count()).as("open descriptors").isLessThanOrEqualTo(base);
    }
  }
}
