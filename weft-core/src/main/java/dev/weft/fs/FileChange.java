package dev.weft.fs;

import java.nio.file.Path;

/**
 * Something that happened in a watched directory.
 *
 * @param kind what
 * @param path to which entry; the directory itself for {@link Kind#OVERFLOW}
 */
public record FileChange(Kind kind, Path path) {

  /** What happened. */
  public enum Kind {
    /** An entry is there that wasn't; also by a new name. */
    CREATED,
    /** The contents or the metadata of an entry are others. */
    MODIFIED,
    /** An entry is gone; also by a new name. */
    DELETED,
    /**
     * Changes came faster than they were taken, and some aren't told: look at the directory again.
     */
    OVERFLOW
  }
}
