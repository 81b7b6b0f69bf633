package dev.weft.verify.fuzz;

import dev.weft.verify.fuzz.kit.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Chooses what becomes of the futures of a program. */
final class Plans {

  /** A program that awaits more often than this is disturbed at the first ones only. */
  private static final int MOST_TARGETS = 12;

  private Plans() {}

  /** With which the awaits of a program are counted. */
  static Plan ready() {
    return new Plan(Plan.Kind.READY, 0, -1);
  }

  /** Some plans, one at least of each sort of disturbance. */
  static List<Plan> some(long seed, int awaits) {
    var random = new SplittableRandom(seed);
    var plans = new ArrayList<>(List.of(ready()));
    if (awaits == 0) {
      plans.add(new Plan(Plan.Kind.FAILS, random.nextLong(), -1));
      return plans;
    }
    plans.add(new Plan(random.nextBoolean() ? Plan.Kind.ONCE : Plan.Kind.OFTEN, 0, -1));
    for (Plan.Kind kind :
        List.of(
            Plan.Kind.MIXED,
            Plan.Kind.FAIL,
            Plan.Kind.FAIL,
            Plan.Kind.FAILS,
            Plan.Kind.FAILS,
            Plan.Kind.CANCEL,
            Plan.Kind.CANCEL,
            Plan.Kind.CANCEL_LATE)) {
      plans.add(new Plan(kind, random.nextLong(), random.nextInt(awaits)));
    }
    return plans;
  }

  /** A plan, and the same with each other target. */
  static List<Plan> like(Plan plan, int awaits) {
    var plans = new ArrayList<>(List.of(plan));
    for (int i = 0; i < Math.min(awaits, MOST_TARGETS) && plan.target() >= 0; i++) {
      plans.add(new Plan(plan.kind(), plan.seed(), i));
    }
    return plans;
  }

  /** Each sort of disturbance at each await. */
  static List<Plan> all(long seed, int awaits) {
    var plans = new ArrayList<Plan>();
    for (Plan.Kind kind : Plan.Kind.values()) {
      boolean one =
          kind == Plan.Kind.FAIL || kind == Plan.Kind.CANCEL || kind == Plan.Kind.CANCEL_LATE;
      int count = one ? Math.min(awaits, MOST_TARGETS) : kind == Plan.Kind.FAILS ? 4 : 1;
      for (int i = 0; i < count; i++) {
        plans.add(new Plan(kind, seed + i, one ? i : -1));
      }
    }
    return plans;
  }
}
