package dev.weft.bench.tasks;

import dev.weft.bench.Contest;
import dev.weft.bench.Plan;
import dev.weft.bench.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts the contenders of a work into its contest. */
final class Entry {

  /** One run of a contender. */
  interface Run {
    Sample of(Contender contender) throws Exception;
  }

  private Entry() {}

  /** All that take part. */
  static Contest all(Plan plan, String work, String unit, Run run, String name) {
    var contest = new Contest(name, unit);
    for (Contender each : present(plan, work, name)) {
      contest.add(each.name(), () -> run.of(each));
    }
    return contest;
  }

  /** Those that are wanted, offer the work and are here; of the others it says so. */
  static List<Contender> present(Plan plan, String work, String name) {
    var present = new ArrayList<Contender>();
    for (Contender each : new Contenders(new WeftClasses(plan.folder())).all()) {
      if (!plan.wants(each.name())) {
        continue;
      }
      Optional<String> missing = each.launch().missing();
      if (!each.offers(work)) {
        plan.note("  %s: %s has no counterpart of this", name, each.name());
      } else if (missing.isPresent()) {
        plan.note("  %s: %s is left out: %s", name, each.name(), missing.get());
      } else {
        present.add(each);
      }
    }
    return present;
  }
}
