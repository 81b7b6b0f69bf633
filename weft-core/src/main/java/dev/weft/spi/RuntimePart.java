package dev.weft.spi;

/**
 * Something that a runtime has one of, for a package that serves its tasks from threads of its own:
 * a queue of calls, a watcher of files.
 *
 * <p>It is made when a task first asks for it, see {@link Services#part}.
 */
public interface RuntimePart {

  /**
   * Ends the part. The runtime calls it once, when none of its tasks runs any more, and before its
   * threads for blocking calls end.
   */
  void close();
}
