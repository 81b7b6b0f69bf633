package dev.weft.bench.tasks;

import dev.weft.bench.Contest;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;

/** Puts the contenders of a work into its contest. */
final class Entry {

  /** One run of a contender. */
  interface Run {
    Sample of(Contender contender) throws Exception;
  }

  private Entry() {}

  /** Adds those that are wanted, offer the work and are here; of the others it says so. */
  static Contest all(Plan plan, String work, String unit, Run run, String name) {
    var contest = new Contest(name, unit);
    for (Contender each : new Contenders(new WeftClasses(plan.folder())).all()) {
      if (!plan.wants(each.name())) {
        continue;
      }
      if (!each.offers(work)) {
        plan.note("  %s: %s has no counterpart of this", name, each.name());
        continue;
      }
      each.launch()
          .missing()
          .ifPresentOrElse(
              why -> plan.note("  %s: %s is left out: %s", name, each.name(), why),
              () -> contest.add(each.name(), () -> run.of(each)));
    }
    return contest;
  }
}
