package dev.weft.internal.timer;

import dev.weft.spi.TimerEntry;
import dev.weft.spi.TimerList;
import org.jspecify.annotations.Nullable;

/** A sorted tree of timers: one node for each deadline, with its timers in the order of adding. */
final class DeadlineTree {

  /*
   * Idea: a treap. From left to right the deadlines ascend; from top to bottom the priorities descend, and
   * these are the deadlines' own bits, well mixed. That gives the shape of a tree into which the same
   * deadlines were put in random order, which is balanced enough (some 2 ln n deep), whatever order they
   * came in, with no colours, weights or links to the parent.
   *
   * The mixing is a bijection, so equal priorities mean equal deadlines. A node that isn't found before a
   * lower priority is met isn't there at all.
   *
   * Deadlines are compared by their difference, as the clock's value may overflow.
   */

  private @Nullable Node root;

  /** All timers of one deadline. */
  static final class Node {
    final long deadline;
    final TimerList entries = new TimerList();
    @Nullable Node left;
    @Nullable Node right;

    Node(long deadline) {
      this.deadline = deadline;
    }
  }

  void add(TimerEntry entry) {
    at(entry.deadlineNanos()).entries.append(entry);
  }

  void remove(TimerEntry entry) {
    long deadline = entry.deadlineNanos();
    Node parent = null;
    Node node = root;
    while (node != null && node.deadline != deadline) {
      parent = node;
      node = deadline - node.deadline < 0 ? node.left : node.right;
    }
    if (node != null && node.entries.remove(entry) && node.entries.size() == 0) {
      replace(parent, node, join(node.left, node.right));
    }
  }

  /** The node with the earliest deadline. */
  @Nullable Node first() {
    Node node = root;
    if (node != null) {
      while (node.left != null) {
        node = node.left;
      }
    }
    return node;
  }

  /** Counts timers up to a deadline, and stops once there are enough. */
  int count(long untilNanos, int enough) {
    return count(root, untilNanos, enough);
  }

  private static int count(@Nullable Node tree, long untilNanos, int enough) {
    int counted = 0;
    Node node = tree;
    while (node != null && counted < enough) {
      if (node.deadline - untilNanos <= 0) {
        counted += node.entries.size() + count(node.left, untilNanos, enough - counted);
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return counted;
  }

  /** Takes all that is due out of the tree, as a tree of its own. */
  @Nullable Node takeDue(long nowNanos) {
    Node node = root;
    if (node == null) {
      return null;
    }
    Node edge = new Node(nowNanos);
    split(node, edge, true);
    root = edge.right;
    return edge.left;
  }

  private Node at(long deadline) {
    long priority = priority(deadline);
    Node parent = null;
    Node node = root;
    while (node != null && priority(node.deadline) > priority) {
      parent = node;
      node = deadline - node.deadline < 0 ? node.left : node.right;
    }
    if (node != null && node.deadline == deadline) {
      return node;
    }
    Node fresh = new Node(deadline);
    split(node, fresh, false);
    replace(parent, node, fresh);
    return fresh;
  }

  private void replace(@Nullable Node parent, @Nullable Node child, @Nullable Node by) {
    if (parent == null) {
      root = by;
    } else if (child == null
        ? by != null && by.deadline - parent.deadline < 0
        : parent.left == child) {
      parent.left = by;
    } else {
      parent.right = by;
    }
  }

  /** Hangs the parts of a tree below the node whose deadline divides them. */
  private static void split(@Nullable Node tree, Node edge, boolean equalIsLeft) {
    Node lastLeft = null;
    Node lastRight = null;
    Node node = tree;
    while (node != null) {
      long ahead = node.deadline - edge.deadline;
      if (ahead < 0 || (equalIsLeft && ahead == 0)) {
        if (lastLeft == null) {
          edge.left = node;
        } else {
          lastLeft.right = node;
        }
        lastLeft = node;
        node = node.right;
      } else {
        if (lastRight == null) {
          edge.right = node;
        } else {
          lastRight.left = node;
        }
        lastRight = node;
        node = node.left;
      }
    }
    if (lastLeft != null) {
      lastLeft.right = null;
    }
    if (lastRight != null) {
      lastRight.left = null;
    }
  }

  /** One tree of two of which the first is earlier. */
  private static @Nullable Node join(@Nullable Node early, @Nullable Node late) {
    if (early == null) {
      return late;
    }
    if (late == null) {
      return early;
    }
    if (priority(early.deadline) > priority(late.deadline)) {
      early.right = join(early.right, late);
      return early;
    }
    late.left = join(early, late.left);
    return late;
  }

  /** The finalizer of MurmurHash3. */
  private static long priority(long deadline) {
    long mixed = (deadline ^ (deadline >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
