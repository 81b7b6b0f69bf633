package dev.weft.bench.tasks;

import dev.weft.bench.process.Jvm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A model of concurrency in the task suite.
 *
 * @param name how it is asked for and reported
 * @param launch how its process is started
 * @param lacks works that have no counterpart in it, or what their names have before a hyphen
 * @param divisors works that are done in a smaller size, since the full one would take too long
 */
record Contender(String name, Launch launch, Set<String> lacks, Map<String, Integer> divisors) {

  /** How a process is started. */
  interface Launch {

    /** Why it can't be here; empty if it can. */
    Optional<String> missing();

    /**
     * The command.
     *
     * @param jvm the JVM to use, if it needs one
     */
    List<String> command(Jvm jvm) throws Exception;
  }

  Contender {
    lacks = Set.copyOf(lacks);
    divisors = Map.copyOf(divisors);
  }

  boolean offers(String work) {
    return lacks.stream().noneMatch(each -> work.equals(each) || work.startsWith(each + "-"));
  }

  int size(String work, int size) {
    return size / divisors.getOrDefault(work, 1);
  }
}
