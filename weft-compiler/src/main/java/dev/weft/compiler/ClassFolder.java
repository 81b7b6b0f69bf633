package dev.weft.compiler;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The class files that javac wrote, and the companions beside them. */
final class ClassFolder {

  private static final String STATE = "dev/weft/codegen/AsyncState";

  private final Path root;

  ClassFolder(Path root) {
    this.root = root;
  }

  /**
   * The file of a class that was just written: below the output folder, in the folder of its module
   * where several modules are compiled together, or beside its source where javac was given no
   * output folder.
   *
   * @return the file, or {@code null} if there is none at any of these places
   */
  @Nullable Path find(String binaryName, String module, @Nullable URI source) {
    String file = binaryName.replace('.', '/') + ".class";
    Path newest = newer(root.resolve(file), null);
    if (!module.isEmpty()) {
      newest = newer(root.resolve(module).resolve(file), newest);
    }
    if (source != null && "file".equals(source.getScheme())) {
      newest = newer(Path.of(source).resolveSibling(simpleName(binaryName) + ".class"), newest);
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
   * Deletes what an earlier compilation left beside a class whose blocks have become fewer.
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
      if (keep.contains(companion)) {
        continue;
      }
      if (!isCompanion(companion)) {
        missing++;
      } else {
        Files.delete(companion);
      }
    }
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
