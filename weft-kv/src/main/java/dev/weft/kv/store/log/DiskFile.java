package dev.weft.kv.store.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file of a {@link Disk}. One thread at a time. */
interface DiskFile extends Closeable {

  /** Writes some of the bytes at a position; returns how many. */
  int write(ByteBuffer bytes, long position) throws IOException;

  /** Reads some bytes from a position; returns how many, -1 at the end of the file. */
  int read(ByteBuffer into, long position) throws IOException;

  /** Makes durable what was written, and the length of the file. */
  void force() throws IOException;

  /** Length in bytes. */
  long size() throws IOException;

  @Override
  void close() throws IOException;
}
