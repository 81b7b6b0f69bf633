package dev.weft.verify.fuzz;

import java.util.List;

/**
 * What could be seen of a run.
 *
 * @param outcome the value, or the exception with its message, cause and suppressed ones
 * @param log the side effects in their order
 * @param polled how many futures were polled
 */
record Observed(String outcome, List<String> log, int polled) {

  /** How this differs from what was expected: the first entry of the logs, or the outcome. */
  String against(Observed expected) {
    for (int i = 0; i < Math.max(log.size(), expected.log.size()); i++) {
      String mine = i < log.size() ? log.get(i) : "nothing more, but " + outcome;
      String other =
          i < expected.log.size() ? expected.log.get(i) : "nothing more, but " + expected.outcome;
      if (!mine.equals(other)) {
        return "as its effect " + i + " it has [" + mine + "], blocking [" + other + "]";
      }
    }
    return "it ends with [" + outcome + "], blocking with [" + expected.outcome + "]";
  }
}
