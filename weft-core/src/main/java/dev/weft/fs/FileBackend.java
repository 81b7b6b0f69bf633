package dev.weft.fs;

import dev.weft.Context;

/** Who carries out the operations on files. */
interface FileBackend {

  /**
   * Takes an operation, which it will {@linkplain FileOp#run run}, or fail if it can't. Any thread.
   */
  void submit(FileOp<?> op);

  /**
   * An operation that was submitted hasn't ended when its task looks: the back end sees to it that
   * it doesn't wait for others that block.
   *
   * @param cx the context of that look
   */
  void watch(Context cx);

  /** An operation was dropped before it began; it needn't be kept any more. */
  void dropped();

  /** The owner of an operation that has begun wants it to end early. */
  default void stopping(FileOp<?> op) {}
}
