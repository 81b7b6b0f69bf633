package dev.weft.kv.store.log;

import com.google.protobuf.CodedOutputStream;
import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Records one after another in the form in which they are on disk. One thread. */
final class RecordBuffer {

  /*
   * A record, all numbers big-endian:
   *
   *    0  u32  length: how many bytes follow the checksum
   *    4  u32  CRC32C of the length and of all that follows the checksum
   *    8  u64  sequence number
   *   16  u8   kind, with two bits that say how the table and the key are written
   *   17  u32  bytes of the table's name
   *   21  u32  bytes of the key
   *   25       table, key, value (what is left)
   *
   * The checksum covers the sequence number, so that a record left over from another use of the same
   * place can't be taken for the next one; and the length, so that a damaged length is seen as damage.
   * A length of zero is no record: space that was never written to is zeros.
   */

  static final int PREFIX = 8;
  static final int FIXED = 17;

  /** Kinds. */
  static final int SET = 1;

  static final int DEL = 2;

  /** The end of a snapshot: its sequence number is the last one that the snapshot may have seen. */
  static final int END = 3;

  static final int KIND = 0x3f;
  static final int TABLE_UTF16 = 0x40;
  static final int KEY_UTF16 = 0x80;

  /** The most bytes that a record may be bound to take. */
  static final long MAX = 256L << 20;

  private static final int KEPT = 1 << 20;

  private final CRC32C crc = new CRC32C();
  private byte[] bytes = new byte[1 << 16];
  private int size;

  int size() {
    return size;
  }

  /** The most bytes that a record can take. */
  static long bound(String table, String key, @Nullable Value value) {
    long text = 3L * (table.length() + (long) key.length());
    return PREFIX + FIXED + text + (value == null ? 0 : value.getSerializedSize());
  }

  void append(long sequence, int kind, String table, String key, @Nullable Value value)
      throws IOException {
    boolean plainTable = Text.isUnicode(table);
    boolean plainKey = Text.isUnicode(key);
    byte[] tableBytes = Text.bytes(table, plainTable);
    byte[] keyBytes = Text.bytes(key, plainKey);
    int valueBytes = value == null ? 0 : value.getSerializedSize();
    int length = FIXED + tableBytes.length + keyBytes.length + valueBytes;
    reserve(PREFIX + length);
    int at = size;
    INT.set(bytes, at, length);
    LONG.set(bytes, at + 8, sequence);
    int flags = (plainTable ? 0 : TABLE_UTF16) | (plainKey ? 0 : KEY_UTF16);
    bytes[at + 16] = (byte) (kind | flags);
    INT.set(bytes, at + 17, tableBytes.length);
    INT.set(bytes, at + 21, keyBytes.length);
    at += PREFIX + FIXED;
    System.arraycopy(tableBytes, 0, bytes, at, tableBytes.length);
    at += tableBytes.length;
    System.arraycopy(keyBytes, 0, bytes, at, keyBytes.length);
    at += keyBytes.length;
    if (value != null) {
      CodedOutputStream out = CodedOutputStream.newInstance(bytes, at, valueBytes);
      value.writeTo(out);
      out.checkNoSpaceLeft();
    }
    INT.set(bytes, size + 4, checksum(crc, bytes, size, length));
    size += PREFIX + length;
  }

  /** The checksum of the record that begins at an offset. */
  static int checksum(CRC32C crc, byte[] bytes, int at, int length) {
    crc.reset();
    crc.update(bytes, at, 4);
    crc.update(bytes, at + PREFIX, length);
    return (int) crc.getValue();
  }

  /** All records since the last {@link #clear}. */
  ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, size);
  }

  void clear() {
    size = 0;
    if (bytes.length > KEPT) {
      bytes = new byte[KEPT];
    }
  }

  private void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, 1 << 30)));
    }
  }

  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
}
