package dev.weft.bench.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder full of files.
 *
 * @param root the folder
 * @param files how many files are in it and below
 * @param bytes the sum of their sizes
 */
record FileTree(Path root, int files, long bytes) {

  /** What is read. */
  static final int READS = 10_000;

  static final int READ_BYTES = 4096;

  /** Folders of a large tree. */
  static final int LARGE = 2_000;

  static final int QUICK = 400;

  private static final int PER_FOLDER = 50;
  private static final int CHILDREN = 8;
  private static final int SIZES = 100;

  /** Files of the same size in one folder. */
  static FileTree flat(Path root) throws IOException {
    return flat(root, READS);
  }

  static FileTree flat(Path root, int files) throws IOException {
    Files.createDirectories(root);
    byte[] content = new byte[READ_BYTES];
    for (int i = 0; i < files; i++) {
      Files.write(file(root, i), content);
    }
    return new FileTree(root, files, (long) files * READ_BYTES);
  }

  static Path file(Path root, int number) {
    return root.resolve("f" + number);
  }

  /** Folders in folders, each with some small files. */
  static FileTree deep(Path root, int folders) throws IOException {
    var made = new Path[folders];
    long bytes = 0;
    for (int folder = 0; folder < folders; folder++) {
      made[folder] =
          folder == 0 ? root : made[(folder - 1) / CHILDREN].resolve("d" + folder % CHILDREN);
      Files.createDirectories(made[folder]);
      for (int i = 0; i < PER_FOLDER; i++) {
        int size = (folder + i) % SIZES;
        Files.write(file(made[folder], i), new byte[size]);
        bytes += size;
      }
    }
    return new FileTree(root, folders * PER_FOLDER, bytes);
  }
}
