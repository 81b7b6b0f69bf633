package dev.weft.kv.store.log;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Reads records from a file, from its start on, and stops at the first that isn't one. */
final class RecordReader {

  /*
   * Idea: a window of the file in `bytes`, from `start` (an offset in the file) on, `have` bytes long;
   * `at` is where the next record begins in it. A record's length is believed only as far as the file
   * goes, so the window never grows beyond what is really there.
   */

  /** What was found. */
  enum Found {
    /** A record, which the accessors give. */
    RECORD,
    /** Zeros up to the end of the file, or the end itself. */
    END,
    /** Something else; {@link #fault()} says what. */
    DAMAGE
  }

  private static final int WINDOW = 1 << 20;

  private final DiskFile file;
  private final long size;
  private final CRC32C crc = new CRC32C();
  private byte[] bytes;
  private long start;
  private int have;
  private int at;
  private int next;
  private String fault = "";
  private int kind;
  private long sequence;
  private String table = "";
  private String key = "";
  private Value value = Value.getDefaultInstance();

  RecordReader(DiskFile file) throws IOException {
    this.file = file;
    this.size = file.size();
    this.bytes = new byte[(int) Math.max(FileHeader.BYTES, Math.min(WINDOW, size))];
  }

  /** The header's bytes, as many as there are; the first record is behind them. */
  ByteBuffer header() throws IOException {
    fill(FileHeader.BYTES);
    int length = Math.min(have, FileHeader.BYTES);
    next = length;
    at = length;
    return ByteBuffer.wrap(bytes, 0, length);
  }

  Found read() throws IOException {
    at = next;
    long left = size - offset();
    if (left < RecordBuffer.PREFIX) {
      return zerosOnly() ? Found.END : damage("the file ends within a record");
    }
    fill(RecordBuffer.PREFIX);
    int length = (int) RecordBuffer.INT.get(bytes, at);
    if (length == 0) {
      return zerosOnly() ? Found.END : damage("zeros with data behind them in place of a record");
    }
    if (length < RecordBuffer.FIXED || length > left - RecordBuffer.PREFIX) {
      return damage(
          "a record's length is %d; it can be %d to %d here"
              .formatted(length, RecordBuffer.FIXED, left - RecordBuffer.PREFIX));
    }
    if (length > Integer.MAX_VALUE - 2 * WINDOW) {
      return damage("a record's length is " + length + ", more than any record has");
    }
    fill(RecordBuffer.PREFIX + length);
    int expected = (int) RecordBuffer.INT.get(bytes, at + 4);
    if (RecordBuffer.checksum(crc, bytes, at, length) != expected) {
      return damage("a record's checksum is wrong");
    }
    return decode(length);
  }

  private Found decode(int length) {
    sequence = (long) RecordBuffer.LONG.get(bytes, at + 8);
    int flags = bytes[at + 16];
    kind = flags & RecordBuffer.KIND;
    int tableBytes = (int) RecordBuffer.INT.get(bytes, at + 17);
    int keyBytes = (int) RecordBuffer.INT.get(bytes, at + 21);
    int left = length - RecordBuffer.FIXED;
    if (tableBytes < 0 || tableBytes > left || keyBytes < 0 || keyBytes > left - tableBytes) {
      return damage("a record's parts are longer than the record");
    }
    if (kind < RecordBuffer.SET || kind > RecordBuffer.END) {
      return damage("a record's kind is " + kind + ", which this program doesn't know");
    }
    int from = at + RecordBuffer.PREFIX + RecordBuffer.FIXED;
    table = Text.string(bytes, from, tableBytes, (flags & RecordBuffer.TABLE_UTF16) == 0);
    from += tableBytes;
    key = Text.string(bytes, from, keyBytes, (flags & RecordBuffer.KEY_UTF16) == 0);
    from += keyBytes;
    try {
      value = Value.parser().parseFrom(bytes, from, left - tableBytes - keyBytes);
    } catch (InvalidProtocolBufferException invalid) {
      return damage("a record's value isn't one: " + invalid.getMessage());
    }
    next = at + RecordBuffer.PREFIX + length;
    return Found.RECORD;
  }

  private Found damage(String what) {
    fault = what;
    return Found.DAMAGE;
  }

  /** Offset in the file of what {@link #read} found. */
  long offset() {
    return start + at;
  }

  /** Offset in the file behind the record that {@link #read} found. */
  long end() {
    return start + next;
  }

  long size() {
    return size;
  }

  String fault() {
    return fault;
  }

  int kind() {
    return kind;
  }

  long sequence() {
    return sequence;
  }

  String table() {
    return table;
  }

  String key() {
    return key;
  }

  Value value() {
    return value;
  }

  private boolean zerosOnly() throws IOException {
    return dataEnd(offset()) == offset();
  }

  /** Where the last byte is that isn't zero, plus one; {@code from} if there is none behind it. */
  long dataEnd(long from) throws IOException {
    long end = from;
    ByteBuffer window = ByteBuffer.allocate((int) Math.max(1, Math.min(WINDOW, size - from)));
    for (long position = from; position < size; ) {
      window.clear();
      int read = file.read(window, position);
      if (read < 0) {
        break;
      }
      for (int i = read - 1; i >= 0; i--) {
        if (window.get(i) != 0) {
          end = position + i + 1;
          break;
        }
      }
      position += read;
    }
    return end;
  }

  /** Sees to it that so many bytes from {@code at} on are in the window, if the file has them. */
  private void fill(int wanted) throws IOException {
    if (have - at >= wanted) {
      return;
    }
    byte[] target = wanted > bytes.length ? new byte[wanted] : bytes;
    System.arraycopy(bytes, at, target, 0, have - at);
    bytes = target;
    start += at;
    have -= at;
    at = 0;
    while (have < wanted) {
      int some = Math.min(bytes.length - have, DiskWrites.CHUNK);
      int read = file.read(ByteBuffer.wrap(bytes, have, some), start + have);
      if (read < 0) {
        return;
      }
      have += read;
    }
  }
}
