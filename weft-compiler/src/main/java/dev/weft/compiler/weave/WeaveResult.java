package dev.weft.compiler.weave;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of a class.
 *
 * @param host the class file to use from now on; the very array that came in if nothing changed
 * @param changed whether {@code host} differs from what came in
 * @param wovenBefore whether the class had been woven already, so that its companions are those
 *     written then
 * @param companions class files of the companions by internal name
 * @param blocks facts about each block that became a state machine, in the order of the class file
 * @param problems what couldn't be compiled, and what the user should know
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of a class file, never compared
public record WeaveResult(
    byte[] host,
    boolean changed,
    boolean wovenBefore,
    SortedMap<String, byte[]> companions,
    List<BlockFacts> blocks,
    List<WeaveProblem> problems) {

  /** Copies the collections. */
  public WeaveResult {
    companions = Collections.unmodifiableSortedMap(new TreeMap<>(companions));
    blocks = List.copyOf(blocks);
    problems = List.copyOf(problems);
  }

  static WeaveResult unchanged(byte[] host, boolean wovenBefore, List<WeaveProblem> problems) {
    return new WeaveResult(host, false, wovenBefore, new TreeMap<>(), List.of(), problems);
  }
}
