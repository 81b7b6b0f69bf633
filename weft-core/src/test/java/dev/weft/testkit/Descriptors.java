package dev.weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

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

  /** As {@link #count}, after the JDK has opened what it keeps open for all channels. */
  public static int baseline() throws IOException {
    SocketChannel.open().close();
    Selector.open().close();
    return count();
  }

  public static void assertBackAt(int base) {
    if (areKnown()) {
      assertThat(count()).as("open descriptors").isLessThanOrEqualTo(base);
    }
  }
}
