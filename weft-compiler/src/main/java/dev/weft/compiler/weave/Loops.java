package dev.weft.compiler.weave;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** The loops of a method that awaits stand in. */
final class Loops {

  /**
   * A loop.
   *
   * @param header the instruction that every turn goes through
   * @param body all instructions of it
   */
  record Loop(int header, BitSet body) {}

  private final List<Loop> all = new ArrayList<>();

  /** Finds the loops that contain one of the given instructions, outer ones first. */
  Loops(Graph graph, List<Integer> awaits) {
    if (awaits.isEmpty()) {
      return;
    }
    var dominators = new Dominators(graph);
    var bodies = new TreeMap<Integer, BitSet>();
    for (int header = 0; header < graph.size(); header++) {
      for (int from : dominators.before(header)) {
        if (dominators.dominates(header, from)) {
          addBody(dominators, header, from, bodies.computeIfAbsent(header, _ -> new BitSet()));
        }
      }
    }
    bodies.forEach(
        (header, body) -> {
          if (awaits.stream().anyMatch(body::get)) {
            all.add(new Loop(header, body));
          }
        });
    all.sort(Comparator.comparingInt((Loop loop) -> -loop.body().cardinality()));
  }

  /** The headers of loops that jumps lead back to; an exception's way back is none. */
  static BitSet headers(Graph graph) {
    var dominators = new Dominators(graph);
    var headers = new BitSet();
    for (int from = 0; from < graph.size(); from++) {
      for (int header : graph.next(from)) {
        if (dominators.isReached(from) && dominators.dominates(header, from)) {
          headers.set(header);
        }
      }
    }
    return headers;
  }

  private static void addBody(Dominators dominators, int header, int end, BitSet body) {
    body.set(header);
    var open = new ArrayDeque<Integer>();
    open.push(end);
    while (!open.isEmpty()) {
      int index = open.pop();
      if (!body.get(index)) {
        body.set(index);
        dominators.before(index).forEach(open::push);
      }
    }
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** All loops with awaits, outer ones first. */
  List<Loop> all() {
    return all;
  }

  /** The loops around an instruction, the outermost first. */
  List<Loop> around(int index) {
    return all.stream().filter(loop -> loop.body().get(index)).toList();
  }

  boolean isHeader(int index) {
    return all.stream().anyMatch(loop -> loop.header() == index);
  }
}
