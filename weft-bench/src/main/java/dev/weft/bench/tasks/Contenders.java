package dev.weft.bench.tasks;

import dev.weft.Weft;
import dev.weft.bench.process.Jvm;
import dev.weft.bench.program.TaskProgram;
import dev.weft.bench.program.jdk.ForkJoinProgram;
import dev.weft.bench.program.jdk.FutureProgram;
import dev.weft.bench.program.jdk.ThreadProgram;
import dev.weft.bench.program.reactor.ReactorProgram;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
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
        "reactor",
        "completable-future",
        "fork-join",
        "platform-threads",
        "go");
  }

  /** Those whose programs run in a JVM. */
  static List<String> onJvm() {
    var names = new ArrayList<>(names());
    names.remove("go");
    return List.copyOf(names);
  }

  List<Contender> all() {
    return List.of(
        new Contender("weft-stackless", weft(true), Set.of(), Map.of()),
        new Contender("weft-stackful", weft(false), Set.of(), Map.of()),
        new Contender(
            "virtual-threads",
            new InJvm(
                ThreadProgram.class.getName(),
                List.of(),
                List.of("virtual"),
                List.of(
                    "-Djdk.virtualThreadScheduler.parallelism=" + TaskProgram.WORKERS,
                    "-Djdk.virtualThreadScheduler.maxPoolSize=" + TaskProgram.WORKERS)),
            Set.of("select-2", "select-8", "streams"),
            Map.of()),
        new Contender(
            "kotlin",
            new InJvm(
                "dev.weft.bench.program.kotlin.KotlinProgram",
                homes("kotlinx.coroutines.Dispatchers", "kotlin.Unit"),
                List.of(),
                List.of("-Dkotlinx.coroutines.scheduler.core.pool.size=" + TaskProgram.WORKERS)),
            Set.of(),
            Map.of()),
        new Contender(
            "reactor",
            new InJvm(
                ReactorProgram.class.getName(),
                homes("reactor.core.publisher.Flux", "org.reactivestreams.Publisher"),
                List.of(),
                List.of("-Dreactor.schedulers.defaultPoolSize=" + TaskProgram.WORKERS)),
            Set.of(
                "spawn",
                "chain",
                "oneshot",
                "skynet",
                "pingpong",
                "yield",
                "mpsc",
                "mutex",
                "memory",
                "timers",
                "startup",
                "select",
                "channels-rendezvous",
                "channels-mpmc"),
            Map.of()),
        new Contender(
            "completable-future",
            new InJvm(FutureProgram.class.getName(), List.of(), List.of(), List.of()),
            Set.of(
                "pingpong",
                "yield",
                "mpsc",
                "channels",
                "select",
                "streams",
                "mutex",
                "skynet-channels"),
            Map.of()),
        new Contender(
            "fork-join",
            new InJvm(ForkJoinProgram.class.getName(), List.of(), List.of(), List.of()),
            Set.of(
                "oneshot",
                "pingpong",
                "yield",
                "mpsc",
                "channels",
                "select",
                "streams",
                "mutex",
                "skynet-channels",
                "memory",
                "timers"),
            Map.of()),
        new Contender(
            "platform-threads",
            new InJvm(ThreadProgram.class.getName(), List.of(), List.of("platform"), List.of()),
            Set.of("select-2", "select-8", "streams", "skynet", "timers"),
            Map.ofEntries(
                Map.entry("spawn", 100),
                Map.entry("chain", 100),
                Map.entry("oneshot", 100),
                Map.entry("pingpong-1", 20),
                Map.entry("pingpong-1000", 100),
                Map.entry("yield", 100),
                Map.entry("mpsc", 10),
                Map.entry("channels-spsc", 10),
                Map.entry("channels-rendezvous", 20),
                Map.entry("channels-mpmc", 10),
                Map.entry("channels-broadcast", 10),
                Map.entry("select-timeout", 10),
                Map.entry("mutex", 20),
                Map.entry("memory", 100))),
        new Contender(
            "go",
            new GoProgram(),
            Set.of(
                StartupWorkload.CACHED,
                "channels-unbounded",
                "streams-map",
                "streams-flatmap",
                "streams-chunks"),
            Map.of()));
  }

  private Contender.Launch weft(boolean stackless) {
    return new Contender.Launch() {
      @Override
      public Optional<String> missing() {
        return Optional.empty();
      }

      @Override
      public List<String> command(Jvm jvm) throws Exception {
        var first = new ArrayList<>(homes(Weft.class.getName()));
        first.add(classes.folder(stackless));
        return new Jvm(jvm.flags(), first).command(WeftClasses.PROGRAM);
      }
    };
  }

  /** The jars or folders that classes come from; without those of classes that this build lacks. */
  private static List<Path> homes(String... names) {
    var homes = new ArrayList<Path>();
    for (String name : names) {
      try {
        Class<?> type = Class.forName(name, false, Contenders.class.getClassLoader());
        URL home = type.getProtectionDomain().getCodeSource().getLocation();
        homes.add(Path.of(URI.create(home.toString())));
      } catch (ClassNotFoundException lacking) {
        // Its contender says that it is missing.
      }
    }
    return homes;
  }

  /**
   * A class that is on this program's class path.
   *
   * @param libraries what its process looks into before all else, so that it doesn't open the jars
   *     of the other contenders, by whose names alone it would start sooner or later
   */
  private record InJvm(String main, List<Path> libraries, List<String> args, List<String> flags)
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
      return new Jvm(all, libraries).command(main, args.toArray(String[]::new));
    }
  }
}
