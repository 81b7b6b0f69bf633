package dev.weft.bench.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What Linux says of a process; see {@code proc(5)}. */
public final class ProcStat {

  /** The unit of the times; 100 a second on all Linux systems that Java runs on. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER_TICKS = 11; // fields 14 and 15, counted from behind the name
  private static final int SYSTEM_TICKS = 12;

  private static final String OPEN_FILES = "Max open files";

  /** Names of a JVM's threads are cut at 15 bytes: these are the beginnings. */
  private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler", "JVMCI");

  private ProcStat() {}

  /**
   * User and system time of all threads so far.
   *
   * @param pid the process
   * @return seconds, in steps of 10 ms
   * @throws IOException if there is no such process
   */
  public static double cpuSeconds(long pid) throws IOException {
    return ticks(stat(pid)) / TICKS_PER_SECOND;
  }

  /**
   * User time of all threads so far.
   *
   * @param pid the process
   * @return seconds, in steps of 10 ms
   * @throws IOException if there is no such process
   */
  public static double userSeconds(long pid) throws IOException {
    return Long.parseLong(stat(pid)[USER_TICKS]) / TICKS_PER_SECOND;
  }

  /**
   * User and system time so far of the threads in which a JVM compiles. A thread that has ended
   * counts no more.
   *
   * @param pid the process
   * @return seconds, in steps of 10 ms; 0 if it has no such threads
   * @throws IOException if there is no such process
   */
  public static double compilerSeconds(long pid) throws IOException {
    long ticks = 0;
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path thread : threads) {
        ticks += compilerTicks(thread.resolve("stat"));
      }
    } catch (DirectoryIteratorException ended) {
      throw ended.getCause();
    }
    return ticks / TICKS_PER_SECOND;
  }

  private static long compilerTicks(Path file) {
    String stat;
    try {
      stat = Files.readString(file);
    } catch (IOException ended) {
      return 0;
    }
    String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return COMPILERS.stream().anyMatch(name::startsWith) ? ticks(fields(stat)) : 0;
  }

  private static long ticks(String[] fields) {
    return Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
  }

  private static String[] stat(long pid) throws IOException {
    return fields(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
  }

  /** The name is in parentheses and may hold blanks and parentheses itself. */
  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
  }

  /**
   * How many files this process may have open at once, which its children inherit.
   *
   * @return the limit in force, {@code ulimit -n}; a JVM has raised its own to the hard one when it
   *     started
   * @throws IOException if the system doesn't say
   */
  public static long openFilesLimit() throws IOException {
    return openFilesLimit(Files.readAllLines(Path.of("/proc", "self", "limits")));
  }

  static long openFilesLimit(List<String> limits) throws IOException {
    for (String line : limits) {
      if (line.startsWith(OPEN_FILES)) {
        String soft = line.substring(OPEN_FILES.length()).strip().split(" +", 2)[0];
        return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
      }
    }
    throw new IOException("/proc/self/limits has no " + OPEN_FILES);
  }

  /**
   * The most memory that was resident at any time.
   *
   * @param pid the process
   * @return KiB
   * @throws IOException if there is no such process
   */
  public static long peakRssKb(long pid) throws IOException {
    return status(pid, "VmHWM:");
  }

  /**
   * The memory that is resident now.
   *
   * @param pid the process
   * @return KiB
   * @throws IOException if there is no such process
   */
  public static long rssKb(long pid) throws IOException {
    return status(pid, "VmRSS:");
  }

  /**
   * The memory that new processes could take without swapping.
   *
   * @return KiB
   * @throws IOException if the system doesn't say
   */
  public static long availableKb() throws IOException {
    return field(Path.of("/proc", "meminfo"), "MemAvailable:");
  }

  private static long status(long pid, String name) throws IOException {
    return field(Path.of("/proc", Long.toString(pid), "status"), name);
  }

  private static long field(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
      }
    }
    throw new IOException(file + " has no " + name);
  }
}
