package dev.weft.bench.echo;

import dev.weft.bench.process.ProcStat;
import java.io.IOException;

/** Whether client and server may have as many connections as a workload wants. */
final class OpenFiles {

  /** What a process has open besides its connections: jars, pipes, selectors. */
  private static final int BESIDES = 200;

  private OpenFiles() {}

  static void check(String workload, int connections) throws IOException {
    check(workload, connections, ProcStat.openFilesLimit());
  }

  static void check(String workload, int connections, long limit) throws IOException {
    int wanted = connections + BESIDES;
    if (limit < wanted) {
      throw new IOException(
          "%s needs %d open files in each process, but the limit is %d; raise it: ulimit -n %d."
              .formatted(workload, wanted, limit, wanted));
    }
  }
}
