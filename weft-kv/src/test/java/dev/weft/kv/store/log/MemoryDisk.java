package dev.weft.kv.store.log;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A disk in memory that knows what would be left of it if the power went: what was forced, and of
 * the rest some sectors, some in part; which names there are as of the last sync, and some of the
 * changes after it, in their order. A test can put faults into it.
 */
final class MemoryDisk implements Disk {

  private static final int SECTOR = 512;

  /** What goes wrong; each method may throw in place of the operation. */
  interface Faults {
    Faults NONE = new Faults() {};

    /** Returns how many of the bytes are written. */
    default int onWrite(String name, int length) throws IOException {
      return length;
    }

    default void onForce(String name) throws IOException {}

    /** Called before a file is made, renamed or deleted. */
    default void onChange(String name) throws IOException {}

    default void onSync() throws IOException {}
  }

  private final Map<String, Content> names = new LinkedHashMap<>();
  private final List<Consumer<Map<String, Content>>> unsynced = new ArrayList<>();
  private Map<String, Content> durableNames = new LinkedHashMap<>();
  private boolean locked;
  private volatile Faults faults = Faults.NONE;
  private volatile boolean lying;

  void setFaults(Faults faults) {
    this.faults = faults;
  }

  /** Acknowledges each force of a file without doing it. */
  void lie() {
    lying = true;
  }

  /** What is found after the power went, on a disk that works. */
  synchronized MemoryDisk afterCrash(SplittableRandom random) {
    var left = new MemoryDisk();
    var found = new LinkedHashMap<>(durableNames);
    int changes = unsynced.isEmpty() ? 0 : random.nextInt(unsynced.size() + 1);
    unsynced.subList(0, changes).forEach(change -> change.accept(found));
    found.forEach((name, content) -> left.put(name, content.afterCrash(random)));
    return left;
  }

  /** Another disk with the same files, all durable. */
  synchronized MemoryDisk copy() {
    var copy = new MemoryDisk();
    names.forEach((name, content) -> copy.put(name, content.bytes()));
    return copy;
  }

  /** Puts a file there, durable. */
  synchronized void put(String name, byte[] bytes) {
    var content = new Content(bytes);
    names.put(name, content);
    durableNames.put(name, content);
  }

  synchronized byte[] bytes(String name) {
    return names.get(name).bytes();
  }

  synchronized boolean has(String name) {
    return names.containsKey(name);
  }

  @Override
  public Path path(String name) {
    return Path.of("/memory", name);
  }

  @Override
  public synchronized List<String> list() {
    return List.copyOf(names.keySet());
  }

  @Override
  public synchronized DiskFile create(String name) throws IOException {
    faults.onChange(name);
    var content = new Content(new byte[0]);
    change(entries -> entries.put(name, content));
    return new File(name, content);
  }

  @Override
  public synchronized DiskFile open(String name) throws IOException {
    Content content = names.get(name);
    if (content == null) {
      throw new FileNotFoundException(path(name).toString());
    }
    return new File(name, content);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    faults.onChange(to);
    Content content = names.get(from);
    if (content == null) {
      throw new FileNotFoundException(path(from).toString());
    }
    change(
        entries -> {
          entries.remove(from);
          entries.put(to, content);
        });
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    faults.onChange(name);
    change(entries -> entries.remove(name));
  }

  @Override
  public synchronized void sync() throws IOException {
    faults.onSync();
    durableNames = new LinkedHashMap<>(names);
    unsynced.clear();
  }

  private void change(Consumer<Map<String, Content>> change) {
    change.accept(names);
    unsynced.add(change);
  }

  @Override
  public synchronized Closeable lock(String name) throws IOException {
    if (locked) {
      throw new IOException("locked");
    }
    locked = true;
    return () -> {
      synchronized (this) {
        locked = false;
      }
    };
  }

  synchronized boolean isLocked() {
    return locked;
  }

  private final class File implements DiskFile {
    private final String name;
    private final Content content;
    private boolean closed;

    File(String name, Content content) {
      this.name = name;
      this.content = content;
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
      synchronized (MemoryDisk.this) {
        checkOpen();
        int length = faults.onWrite(nameNow(), bytes.remaining());
        byte[] some = new byte[length];
        bytes.get(some);
        content.write(some, (int) position);
        return length;
      }
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      synchronized (MemoryDisk.this) {
        checkOpen();
        int length = Math.min(into.remaining(), content.size - (int) position);
        if (length <= 0) {
          return -1;
        }
        into.put(content.now, (int) position, length);
        return length;
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (MemoryDisk.this) {
        checkOpen();
        faults.onForce(nameNow());
        if (!lying) {
          content.force();
        }
      }
    }

    @Override
    public long size() {
      synchronized (MemoryDisk.this) {
        return content.size;
      }
    }

    @Override
    public void close() {
      synchronized (MemoryDisk.this) {
        closed = true;
      }
    }

    private String nameNow() {
      for (Map.Entry<String, Content> entry : names.entrySet()) {
        if (entry.getValue() == content) {
          return entry.getKey();
        }
      }
      return name; // deleted
    }

    private void checkOpen() throws IOException {
      if (closed) {
        throw new IOException(name + " is closed");
      }
    }
  }

  /** What a file has, and what of it would survive. */
  private static final class Content {
    private byte[] now;
    private byte[] durable;
    private int size;
    private int durableSize;
    private final BitSet dirty = new BitSet();

    Content(byte[] bytes) {
      now = bytes.clone();
      durable = bytes.clone();
      size = bytes.length;
      durableSize = size;
    }

    byte[] bytes() {
      return Arrays.copyOf(now, size);
    }

    void write(byte[] bytes, int position) {
      int end = position + bytes.length;
      if (end > now.length) {
        now = Arrays.copyOf(now, Math.max(end, 2 * now.length));
      }
      System.arraycopy(bytes, 0, now, position, bytes.length);
      size = Math.max(size, end);
      dirty.set(position / SECTOR, (end + SECTOR - 1) / SECTOR);
    }

    void force() {
      durable = Arrays.copyOf(durable, now.length);
      dirty.stream().forEach(sector -> take(durable, sector, SECTOR));
      dirty.clear();
      durableSize = size;
    }

    byte[] afterCrash(SplittableRandom random) {
      byte[] left = Arrays.copyOf(durable, now.length);
      dirty.stream()
          .forEach(
              sector -> {
                int fate = random.nextInt(4);
                take(left, sector, fate == 0 ? 0 : fate == 1 ? random.nextInt(SECTOR) : SECTOR);
              });
      int length = random.nextBoolean() ? size : durableSize;
      return Arrays.copyOf(left, length);
    }

    private void take(byte[] target, int sector, int length) {
      int from = sector * SECTOR;
      System.arraycopy(now, from, target, from, Math.min(length, now.length - from));
    }
  }
}
