package dev.weft.compiler;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The class files that javac wrote, and the companions beside them. */
final class ClassFolder {

  private static final String STATE = "dev/weft/codegen/AsyncState";

  private final Path root;
  private final boolean sure;
  private final Map<Path, FileTime> earlier = new HashMap<>();

  /** A folder, and whether it surely is the one that javac writes to. */
  ClassFolder(Path root, boolean sure) {
    this.root = root;
    this.sure = sure;
  }

  /**
   * Whether a class that isn't there was written elsewhere. Otherwise javac found in its code
   * something that a class file can't hold, such as too many constants, and has said so.
   */
  boolean mayBeWrong() {
    return !sure;
  }

  /**
   * Where the file of a class may be: below the output folder, in the folder of its module where
   * several modules are compiled together, or beside its source where javac was given no output
   * folder.
   */
  private List<Path> candidates(String binaryName, String module, @Nullable URI source) {
    String file = binaryName.replace('.', '/') + ".class";
    var all = new ArrayList<Path>();
    all.add(root.resolve(file));
    if (!module.isEmpty()) {
      all.add(root.resolve(module).resolve(file));
    }
    if (source != null && "file".equals(source.getScheme())) {
      all.add(Path.of(source).resolveSibling(simpleName(binaryName) + ".class"));
    }
    return all;
  }

  /** A class is about to be written: notes what is there before. */
  void before(String binaryName, String module, @Nullable URI source) {
    earlier.clear();
    for (Path candidate : candidates(binaryName, module, source)) {
      FileTime time = lastModified(candidate);
      if (time != null) {
        earlier.put(candidate, time);
      }
    }
  }

  /**
   * The file of a class that was just written: the one that has changed since {@link #before}, or
   * the newest if a coarse clock shows no change.
   *
   * @return the file, or {@code null} if there is none at any place
   */
  @Nullable Path find(String binaryName, String module, @Nullable URI source) {
    Path newest = null;
    for (Path candidate : candidates(binaryName, module, source)) {
      FileTime time = lastModified(candidate);
      if (time != null && !time.equals(earlier.get(candidate))) {
        return candidate;
      }
      newest = newer(candidate, newest);
    }
    return newest;
  }

  private static @Nullable Path newer(Path candidate, @Nullable Path best) {
    FileTime time = lastModified(candidate);
    if (time == null) {
      return best;
    }
    FileTime other = best == null ? null : lastModified(best);
    return other == null || time.compareTo(other) > 0 ? candidate : best;
  }

  private static @Nullable FileTime lastModified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException missing) {
      return null;
    }
  }

  static String simpleName(String binaryName) {
    return binaryName.substring(binaryName.lastIndexOf('.') + 1);
  }

  /** Where a companion belongs. */
  static Path companion(Path host, String internalName) {
    return host.resolveSibling(
        internalName.substring(internalName.lastIndexOf('/') + 1) + ".class");
  }

  @Override
  public String toString() {
    return root.toString();
  }

  /**
   * Deletes what an earlier compilation left beside a class whose blocks have become fewer. Where
   * javac found the new class too large it wrote none, and the class is that of the earlier
   * compilation too, with all that it needs.
   *
   * @param host file of the class
   * @param keep files of the companions that it has now
   */
  static void deleteStale(Path host, Set<Path> keep) throws IOException {
    String name = String.valueOf(host.getFileName());
    String prefix = name.substring(0, name.length() - ".class".length()) + "$Weft$";
    int missing = 0;
    for (int n = 0; missing < 2; n++) {
      Path companion = host.resolveSibling(prefix + n + ".class");
      if (keep.contains(companion) || refersTo(host, companion)) {
        continue;
      }
      if (!isCompanion(companion)) {
        missing++;
      } else {
        Files.delete(companion);
      }
    }
  }

  private static boolean refersTo(Path host, Path companion) throws IOException {
    if (!Files.exists(companion)) {
      return false;
    }
    String file = "/" + companion.getFileName();
    for (PoolEntry entry : ClassFile.of().parse(Files.readAllBytes(host)).constantPool()) {
      if (entry instanceof ClassEntry type
          && ("/" + type.asInternalName() + ".class").endsWith(file)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a file holds a companion; a user's class of such a name is none. */
  static boolean isCompanion(Path file) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException missing) {
      return false;
    }
    try {
      return ClassFile.of()
          .parse(bytes)
          .superclass()
          .map(ClassEntry::asInternalName)
          .filter(STATE::equals)
          .isPresent();
    } catch (IllegalArgumentException damaged) {
      return true; // half of a companion, left by a compilation that was killed
    }
  }
}
