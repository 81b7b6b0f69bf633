package dev.weft.verify.fuzz;

import dev.weft.verify.fuzz.Subject.Difference;
import dev.weft.verify.fuzz.generate.Node;
import dev.weft.verify.fuzz.generate.Program;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes a program smaller for as long as it shows a difference. */
final class Shrinker {

  /*
   * Idea: the program is a tree. From the largest piece to the smallest: leave it out, put the shortest
   * value of its type in its place, or else put something there that it contains. Whatever javac still
   * takes and still differs stays. So a definite assignment that is lost, or a label that is gone, costs
   * one try and needs no thought here.
   */

  private static final int REPLACEMENTS = 8;

  private final Fuzzer fuzzer;
  private int triesLeft;

  /** A shrinker that compiles so many times at most. */
  Shrinker(Fuzzer fuzzer, int tries) {
    this.fuzzer = fuzzer;
    triesLeft = tries;
  }

  /** Shrinks the program of a finding in place, and tells how what is left differs. */
  Difference shrink(Fuzzer.Finding finding) {
    Program program = finding.program();
    Difference difference = finding.difference();
    boolean smaller = true;
    while (smaller && triesLeft > 0) {
      smaller = false;
      List<Node> nodes = nodes(program.tree());
      for (int i = 0; i < nodes.size() && triesLeft > 0; i++) {
        Difference found = shrink(program, nodes.get(i), difference);
        if (found != null) {
          difference = found;
          smaller = true;
          nodes = nodes(program.tree()); // those below are gone or have moved
        }
      }
    }
    return difference;
  }

  private static List<Node> nodes(Node tree) {
    var nodes = new ArrayList<Node>();
    collect(tree, nodes);
    nodes.sort(Comparator.comparingInt(Node::length).reversed());
    return nodes;
  }

  private static void collect(Node node, List<Node> nodes) {
    nodes.add(node);
    node.children().forEach(child -> collect(child, nodes));
  }

  private Difference shrink(Program program, Node node, Difference difference) {
    List<Object> before = node.parts();
    int length = node.length();
    for (List<Object> other : replacements(node)) {
      if (triesLeft-- <= 0) {
        break;
      }
      node.become(other);
      if (node.length() < length) {
        Difference found = fuzzer.differs(program, difference.plan());
        if (found != null) {
          return found;
        }
      }
      node.become(before);
    }
    return null;
  }

  private static List<List<Object>> replacements(Node node) {
    var replacements = new ArrayList<List<Object>>();
    String shortest = node.shortest();
    if (shortest == null) {
      return replacements;
    }
    if (!shortest.equals(node.toString())) {
      replacements.add(List.of(shortest));
    }
    var below = new ArrayList<Node>();
    node.children().forEach(child -> collect(child, below));
    below.stream()
        .filter(node::canBe)
        .limit(REPLACEMENTS)
        .forEach(each -> replacements.add(List.of(each)));
    return replacements;
  }
}
