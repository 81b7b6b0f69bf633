package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.fs.AsyncFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Converts TOML files to YAML in three ways that do the same: one after the other, each on a thread
 * of its own, and as futures.
 */
public final class TomlToYaml {

  private TomlToYaml() {}

  /**
   * Converts files as futures; {@code name.yaml} is written beside {@code name.toml}.
   *
   * @param args the files
   */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  static int run(String[] args, PrintStream out, PrintStream err) {
    if (args.length == 0) {
      err.println("Nothing to convert; name one or more TOML files.");
      return 2;
    }
    List<Job> jobs = new ArrayList<>();
    for (String name : args) {
      Path from = Path.of(name);
      String base = from.getFileName().toString().replaceFirst("\\.toml$", "");
      jobs.add(new Job(from, from.resolveSibling(base + ".yaml")));
    }
    try (Weft weft = Weft.create()) {
      weft.blockOn(withFutures(jobs, AsyncDisk.REAL));
    } catch (Exception failure) {
      err.println(failure.getMessage());
      return 1;
    }
    jobs.forEach(job -> out.println(job.to()));
    return 0;
  }

  /** One file to convert. */
  record Job(Path from, Path to) {}

  /** Blocking access to files. */
  interface Disk {

    Disk REAL =
        new Disk() {
          @Override
          public String read(Path file) throws IOException {
            return Files.readString(file);
          }

          @Override
          public void write(Path file, String text) throws IOException {
            Files.writeString(file, text);
          }
        };

    String read(Path file) throws IOException;

    void write(Path file, String text) throws IOException;
  }

  /** Access to files that blocks nobody. */
  interface AsyncDisk {

    AsyncDisk REAL =
        new AsyncDisk() {
          @Override
          public Future<String> read(Path file) {
            return AsyncFiles.readString(file);
          }

          @Override
          public Future<Void> write(Path file, String text) {
            return AsyncFiles.writeString(file, text);
          }
        };

    Future<String> read(Path file);

    Future<Void> write(Path file, String text);
  }

  // @start region="sync"
  /** One after the other: each waits for all before it. */
  static void oneByOne(List<Job> jobs, Disk disk) throws IOException {
    for (Job job : jobs) {
      convert(job, disk);
    }
  }

  private static void convert(Job job, Disk disk) throws IOException {
    String toml = disk.read(job.from());
    disk.write(job.to(), TomlFile.toYaml(job.from(), toml));
  }

  // @end

  // @start region="threads"
  /** A thread per file, and results that have to be carried from one thread to the other. */
  static void withThreads(List<Job> jobs, Disk disk) throws IOException, InterruptedException {
    List<FutureTask<Void>> tasks = new ArrayList<>();
    for (Job job : jobs) {
      var task =
          new FutureTask<Void>(
              () -> {
                convert(job, disk);
                return null;
              });
      tasks.add(task);
      new Thread(task).start();
    }
    for (FutureTask<Void> task : tasks) {
      try {
        task.get(); // if it throws, the other threads run on
      } catch (ExecutionException failure) {
        if (failure.getCause() instanceof IOException cause) {
          throw cause;
        }
        throw new IllegalStateException(failure.getCause());
      }
    }
  }

  // @end

  // @start region="async"
  /** All at once, in one task; the first failure cancels the rest and is what the caller gets. */
  static Future<Void> withFutures(List<Job> jobs, AsyncDisk disk) {
    return async(
        () -> {
          List<Future<Void>> conversions = new ArrayList<>();
          for (Job job : jobs) {
            conversions.add(conversion(job, disk));
          }
          await(tryJoin(conversions));
        });
  }

  private static Future<Void> conversion(Job job, AsyncDisk disk) {
    return async(
        () -> {
          String toml = await(disk.read(job.from()));
          await(disk.write(job.to(), TomlFile.toYaml(job.from(), toml)));
        });
  }
  // @end
}
