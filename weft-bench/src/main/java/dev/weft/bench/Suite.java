package dev.weft.bench;

import dev.weft.bench.compile.CompileWorkload;
import dev.weft.bench.echo.EchoSuite;
import dev.weft.bench.files.FileSuite;
import dev.weft.bench.kv.CommitWorkload;
import dev.weft.bench.kv.GetWorkload;
import dev.weft.bench.kv.IdleWorkload;
import dev.weft.bench.kv.LoadWorkload;
import dev.weft.bench.tasks.TaskSuite;
import java.util.ArrayList;
import java.util.List;

/** All workloads, in the order in which they run. */
final class Suite {

  private Suite() {}

  static List<Workload> all() {
    var all = new ArrayList<>(TaskSuite.all());
    all.add(new CompileWorkload(true));
    all.add(new CompileWorkload(false));
    all.addAll(EchoSuite.all());
    all.addAll(FileSuite.all());
    all.add(new GetWorkload());
    all.add(new CommitWorkload());
    all.add(new LoadWorkload());
    all.add(new IdleWorkload());
    return List.copyOf(all);
  }
}
