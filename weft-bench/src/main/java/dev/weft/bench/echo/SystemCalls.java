package dev.weft.bench.echo;

import dev.weft.bench.load.ClosedLoop;
import dev.weft.bench.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/** How many system calls a server makes for a request. */
final class SystemCalls {

  /*
   * The counters in /proc/PID/io hold only read, write and their like: not recv, send, epoll_wait or
   * io_uring_enter, so that they would compare nothing. perf counts the kernel's trace point at the
   * entry of every call, in all threads of the server. It starts the command that it is given once its
   * counters run; that command says so, and ends with its input, and perf with it. Counting costs
   * something with each call, so that it is done after what is timed.
   */

  private static final String EVENT = "raw_syscalls:sys_enter";

  private SystemCalls() {}

  /** Empty if perf isn't installed, or may not count. */
  static OptionalDouble perRequest(Child server, ClosedLoop load, Duration length, Path folder)
      throws IOException {
    Path file = Files.createTempFile(folder, "perf", ".csv");
    try {
      long requests;
      try (Child perf = start(server.pid(), file)) {
        perf.expect("counting");
        requests = load.run(length);
      } catch (IOException withoutPerf) {
        return OptionalDouble.empty();
      }
      return count(Files.readAllLines(file), requests);
    } finally {
      Files.delete(file);
    }
  }

  /** Counts until its input ends. */
  private static Child start(long pid, Path file) throws IOException {
    return Child.start(
        List.of(
            "perf",
            "stat",
            "-x,",
            "-o",
            file.toString(),
            "-e",
            EVENT,
            "-p",
            Long.toString(pid),
            "--",
            "sh",
            "-c",
            "echo counting calls; cat"));
  }

  static OptionalDouble count(List<String> csv, long requests) {
    for (String line : csv) {
      String[] fields = line.split(",", -1);
      if (line.contains(EVENT) && fields[0].matches("\\d+")) {
        return OptionalDouble.of(Double.parseDouble(fields[0]) / requests);
      }
    }
    return OptionalDouble.empty();
  }
}
