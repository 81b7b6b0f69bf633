package dev.weft.kv.store.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One folder of files, as the engine needs it: the seam at which tests let a disk fail or lose its
 * power. Names are plain names of files in the folder. Everything here blocks.
 */
interface Disk {

  /** Where a file is, for messages; an empty name is the folder itself. */
  Path path(String name);

  /** The names of all that is in the folder, in no order. */
  List<String> list() throws IOException;

  /** Makes an empty file, in place of one that was there. */
  DiskFile create(String name) throws IOException;

  /** Opens a file that is there, to read and to write. */
  DiskFile open(String name) throws IOException;

  /** Gives a file another name, in one step, in place of one that had it. */
  void rename(String from, String to) throws IOException;

  /** Removes a file, if it is there. */
  void delete(String name) throws IOException;

  /** Makes durable which files there are under which names. */
  void sync() throws IOException;

  /**
   * Takes the folder for this process until the result is closed.
   *
   * @throws IOException if another one has it, with that one's process id
   */
  Closeable lock(String name) throws IOException;
}
