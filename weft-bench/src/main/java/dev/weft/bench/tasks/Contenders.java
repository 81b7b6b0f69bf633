package dev.weft.bench.tasks;

import dev.weft.bench.process.Jvm;
import dev.weft.bench.program.TaskProgram;
import dev.weft.bench.program.jdk.ForkJoinProgram;
import dev.weft.bench.program.jdk.FutureProgram;
import dev.weft.bench.program.jdk.ThreadProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All contenders of the task suite, the one to compare with first. */
final class Contenders {

  /** Of one run of the program, since Weft's classes are compiled once for all workloads. */
  private final WeftClasses classes;

  Contenders(WeftClasses classes) {
    this.classes = classes;
  }

  static List<String> names() {
    return List.of(
        "weft-stackless",
        "weft-stackful",
        "virtual-threads",
        "kotlin",
        "completable-future",
        "fork-join",
        "platform-threads",
        "go");
  }

  List<Contender> all() {
    return List.of(
        new Contender("weft-stackless", weft(true), Set.of(), Map.of()),
        new Contender("weft-stackful", weft(false), Set.of(), Map.of()),
        new Contender(
            "virtual-threads",
            new InJvm(
                ThreadProgram.class.getName(),
                List.of("virtual"),
                List.of(
                    "-Djdk.virtualThreadScheduler.parallelism=" + TaskProgram.WORKERS,
                    "-Djdk.virtualThreadScheduler.maxPoolSize=" + TaskProgram.WORKERS)),
            Set.of("select"),
            Map.of()),
        new Contender(
            "kotlin",
            new InJvm(
                "dev.weft.bench.program.kotlin.KotlinProgram",
                List.of(),
                List.of("-Dkotlinx.coroutines.scheduler.core.pool.size=" + TaskProgram.WORKERS)),
            Set.of(),
            Map.of()),
        new Contender(
            "completable-future",
            new InJvm(FutureProgram.class.getName(), List.of(), List.of()),
            Set.of(
                "pingpong-1",
                "pingpong-1000",
                "yield",
                "mpsc",
                "select",
                "mutex",
                "skynet-channels"),
            Map.of()),
        new Contender(
            "fork-join",
            new InJvm(ForkJoinProgram.class.getName(), List.of(), List.of()),
            Set.of(
                "oneshot",
                "pingpong-1",
                "pingpong-1000",
                "yield",
                "mpsc",
                "select",
                "mutex",
                "skynet-channels",
                "memory",
                "timers"),
            Map.of()),
        new Contender(
            "platform-threads",
            new InJvm(ThreadProgram.class.getName(), List.of("platform"), List.of()),
            Set.of("select", "skynet-joins", "skynet-channels", "timers"),
            Map.of(
                "spawn",
                100,
                "chain",
                100,
                "oneshot",
                100,
                "pingpong-1",
                20,
                "pingpong-1000",
                100,
                "yield",
                100,
                "mpsc",
                10,
                "mutex",
                20,
                "memory",
                100)),
        new Contender("go", new GoProgram(), Set.of(), Map.of()));
  }

  private Contender.Launch weft(boolean stackless) {
    return new Contender.Launch() {
      @Override
      public Optional<String> missing() {
        return Optional.empty();
      }

      @Override
      public List<String> command(Jvm jvm) throws Exception {
        return new Jvm(jvm.flags(), List.of(classes.folder(stackless)))
            .command(WeftClasses.PROGRAM);
      }
    };
  }

  /** A class that is on this program's class path. */
  private record InJvm(String main, List<String> args, List<String> flags)
      implements Contender.Launch {

    @Override
    public Optional<String> missing() {
      String file = main.replace('.', '/') + ".class";
      return InJvm.class.getClassLoader().getResource(file) == null
          ? Optional.of("this build has no class " + main)
          : Optional.empty();
    }

    @Override
    public List<String> command(Jvm jvm) {
      var all = new ArrayList<>(jvm.flags());
      all.addAll(flags);
      return new Jvm(all, jvm.classPath()).command(main, args.toArray(String[]::new));
    }
  }
}
