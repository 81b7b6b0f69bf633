package dev.weft.everypoll;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Cuts a scenario at each of its polls, in each way, for a few random schedules. */
public final class Table {

  private static final int SEEDS = 3 * (Boolean.getBoolean("weft.stress") ? 100 : 1);

  private static final int MAX_CUTS = 200; // a run that never ends has no last one

  private Table() {}

  /**
   * One run to look at.
   *
   * @param scenario what runs
   * @param seed of all that is random
   * @param cut when it is cancelled, and how
   */
  public record Case(Scenario scenario, long seed, Cut cut) {

    /** Runs it. */
    public Outcome run() {
      return Outcome.of(scenario, seed, cut);
    }

    @Override
    public String toString() {
      return scenario + ", seed " + seed + ", " + cut;
    }
  }

  /** What was seen at a case. */
  public interface Look {
    void at(Case one, Outcome outcome);
  }

  /** Runs all cases of a scenario. */
  public static void each(Scenario scenario, Look look) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      for (Cut.Kind kind : Cut.Kind.values()) {
        if (scenario.stream() == null
            && (kind == Cut.Kind.NEXT || kind == Cut.Kind.NEXT_THEN_CLOSE)) {
          continue;
        }
        for (int at = 0; at < MAX_CUTS; at++) {
          var one = new Case(scenario, seed, new Cut(kind, at));
          Outcome outcome = one.run();
          look.at(one, outcome);
          if (!outcome.wasCut()) {
            break;
          }
        }
      }
    }
  }

  /** The faults of all cases of a scenario, each with how to run it again. */
  public static List<String> faults(Scenario scenario) {
    List<String> faults = new ArrayList<>();
    Consumer<String> add = faults::add;
    each(
        scenario,
        (one, outcome) -> outcome.faults().forEach(fault -> add.accept(one + ": " + fault)));
    return faults;
  }
}
