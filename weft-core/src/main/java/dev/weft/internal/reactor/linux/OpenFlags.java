package dev.weft.internal.reactor.linux;

import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** The flags of open(2) for the options of {@link java.nio.file}, as the JDK has them. */
final class OpenFlags {

  /* The same on all kinds of processor that have a driver. */
  static final int WRITE_ONLY = 1;
  static final int READ_WRITE = 2;
  static final int CREATE = 0x40;
  static final int EXCLUSIVE = 0x80;
  static final int TRUNCATE = 0x200;
  static final int APPEND = 0x400;
  static final int DSYNC = 0x1000;
  static final int SYNC = 0x101000;
  static final int CLOSE_ON_EXEC = 0x80000;

  private OpenFlags() {}

  static int of(Set<? extends OpenOption> options) {
    boolean appends = options.contains(StandardOpenOption.APPEND);
    boolean writes = appends || options.contains(StandardOpenOption.WRITE);
    int flags = CLOSE_ON_EXEC;
    if (writes) {
      flags |= options.contains(StandardOpenOption.READ) ? READ_WRITE : WRITE_ONLY;
      flags |= options.contains(StandardOpenOption.TRUNCATE_EXISTING) ? TRUNCATE : 0;
      flags |= appends ? APPEND : 0;
      if (options.contains(StandardOpenOption.CREATE_NEW)) {
        flags |= CREATE | EXCLUSIVE;
      } else if (options.contains(StandardOpenOption.CREATE)) {
        flags |= CREATE;
      }
    }
    flags |= options.contains(StandardOpenOption.DSYNC) ? DSYNC : 0;
    return flags | (options.contains(StandardOpenOption.SYNC) ? SYNC : 0);
  }
}
