package dev.weft.bench.tasks;

import dev.weft.Weft;
import dev.weft.bench.Contest;
import dev.weft.bench.Measurement;
import dev.weft.bench.Plan;
import dev.weft.bench.Workload;
import dev.weft.bench.process.Jvm;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Processor time of timers in Weft, with each way to keep them. */
final class TimerKindsWorkload implements Workload {

  private final String name;
  private final String work;
  private final int times;
  private final String description;

  TimerKindsWorkload(String name, String work, int times, String description) {
    this.name = name;
    this.work = work;
    this.times = times;
    this.description = description;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public List<String> contenders() {
    return Arrays.stream(Weft.Timer.values()).map(TimerKindsWorkload::contender).toList();
  }

  @Override
  public List<Measurement> run(Plan plan) throws Exception {
    var classes = new WeftClasses(plan.folder());
    var contest = new Contest(name, TimersWorkload.UNIT);
    for (Weft.Timer kind : Weft.Timer.values()) {
      contest.add(
          contender(kind),
          () ->
              TimersWorkload.sample(
                  plan,
                  work,
                  times,
                  new Jvm(Jvm.standard().flags(), List.of(classes.folder(true)))
                      .with("-Dweft.bench.timer=" + kind)
                      .command(WeftClasses.PROGRAM)));
    }
    return contest.run(plan);
  }

  private static String contender(Weft.Timer kind) {
    return "weft-" + kind.name().toLowerCase(Locale.ROOT);
  }
}
