package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.fs.AsyncFile;
import dev.weft.fs.AsyncFiles;
import dev.weft.fs.DirectoryWatch;
import dev.weft.fs.Entries;
import dev.weft.fs.FileChange;
import dev.weft.fs.FileLines;
import dev.weft.fs.TempPath;
import dev.weft.fs.WalkOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;

/** Files and directories. */
final class FileSnippets {

  private FileSnippets() {}

  // @start region="whole"
  /** Both files are read at the same time, and what they hold is written as one. */
  static Future<Void> concat(Path first, Path second, Path target) {
    return async(
        () -> {
          var both = await(join(AsyncFiles.readString(first), AsyncFiles.readString(second)));
          await(AsyncFiles.writeString(target, both.first() + both.second()));
        });
  }

  // @end

  // @start region="replace"
  /** Others see the old contents or the new ones, also if the power fails, and never half of it. */
  static Future<Void> replace(Path target, byte[] bytes) {
    return async(
        () -> {
          Path draft = target.resolveSibling(target.getFileName() + ".new");
          try (AsyncFile file =
              await(
                  AsyncFile.open(
                      draft,
                      StandardOpenOption.CREATE,
                      StandardOpenOption.TRUNCATE_EXISTING,
                      StandardOpenOption.WRITE))) {
            await(file.writeAll(ByteBuffer.wrap(bytes)));
            await(file.sync(AsyncFile.Sync.ALL)); // flushes, too
          }
          await(AsyncFiles.rename(draft, target, StandardCopyOption.ATOMIC_MOVE));
        });
  }

  // @end

  static Future<String> header(Path path) {
    return async(
        () -> {
          // @start region="file"
          try (AsyncFile file = await(AsyncFile.open(path))) {
            ByteBuffer magic = ByteBuffer.allocate(4);
            await(file.readAt(magic, 0)); // leaves the common position alone
            ByteBuffer rest = ByteBuffer.allocate(1000);
            await(file.seek(4));
            int count = await(file.read(rest)); // at least one byte, or AsyncFile.EOF
            return new String(magic.array(), StandardCharsets.UTF_8) + " and " + count;
          }
          // @end
        });
  }

  // @start region="lines"
  static Future<Integer> errorsIn(Path log) {
    return async(
        () -> {
          int errors = 0;
          try (FileLines lines = AsyncFiles.lines(log)) {
            for (String line = await(lines.next()); line != null; line = await(lines.next())) {
              if (line.startsWith("ERROR")) {
                errors++;
              }
            }
          }
          return errors;
        });
  }

  // @end

  // @start region="walk"
  /** What {@code du} tells: the bytes of all files below a directory. */
  static Future<Long> diskUsage(Path root) {
    return AsyncFiles.walk(root)
        .filter(entry -> entry.metadata().isRegularFile())
        .fold(0L, (sum, entry) -> sum + entry.metadata().size());
  }

  // @end

  static Entries twoLevels(Path root, Consumer<IOException> log) {
    // @start region="walkOptions"
    Entries entries =
        AsyncFiles.walk(root, WalkOptions.defaults().maxDepth(2).followLinks().onFailure(log));
    // @end
    return entries;
  }

  // @start region="watch"
  /** Calls back for each file that appears, and looks at all of them again after a gap. */
  static Future<Void> onEachNew(Path directory, Consumer<Path> action) {
    return async(
        () -> {
          try (DirectoryWatch watch = await(AsyncFiles.watch(directory))) {
            while (true) {
              FileChange change = await(watch.next());
              if (change == null) {
                return; // the directory itself is gone
              }
              if (change.kind() == FileChange.Kind.CREATED) {
                action.accept(change.path());
              } else if (change.kind() == FileChange.Kind.OVERFLOW) {
                await(AsyncFiles.list(directory).forEach(entry -> action.accept(entry.path())));
              }
            }
          }
        });
  }

  // @end

  // @start region="temp"
  static Future<List<String>> inATemporaryFolder() {
    return async(
        () -> {
          try (TempPath folder = await(AsyncFiles.tempDirectory("work"))) {
            await(AsyncFiles.writeString(folder.path().resolve("a"), "text"));
            return await(
                AsyncFiles.list(folder.path())
                    .map(entry -> entry.path().getFileName().toString())
                    .toList(100));
          } // the folder and what is in it are gone, also after a failure or a cancel
        });
  }
  // @end
}
