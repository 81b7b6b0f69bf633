package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Saves variables for many awaits with common code, in a block that is too large otherwise. */
final class SharedSaves {

  /*
   * Idea: an await saves its variables from the highest slot down, so those that have the same lower
   * variables to save in the same fields can share that end of the work: each jumps into the chain of
   * another one where only its own variables are left. A frame at a link declares just what is saved from
   * there on. References are declared as Object where the field is one, so that their exact types don't
   * matter.
   */

  private final Emission to;
  private final CodeBuilder out;
  private final int maxLocals;
  private final Label saved;
  private final Map<Key, Link> links = new HashMap<>();
  private final List<Link> starts = new ArrayList<>();
  private final Set<Link> joints = new HashSet<>();

  /** One variable to save, and what comes after it. */
  private record Key(int slot, VType type, StateLayout.Slot field, @Nullable Link next) {}

  private static final class Link {
    private final Key key;
    private final Label label;
    private boolean reached; // as what comes after another link
    private boolean written;

    Link(Key key, Label label) {
      this.key = key;
      this.label = label;
    }
  }

  /** Shares code that goes on at {@code saved} in the end. */
  SharedSaves(Emission to, int maxLocals, Label saved) {
    this.to = to;
    this.out = to.out();
    this.maxLocals = maxLocals;
    this.saved = saved;
  }

  /** Where to jump, with nothing on the stack, to have these variables saved. */
  Label save(List<StateLayout.Saved> locals) {
    Link link = null;
    for (StateLayout.Saved each : locals) {
      StateLayout.Slot field = each.field();
      if (field != null) {
        VType type = field.type().isPrimitive() ? each.type() : VType.of(field.type());
        link = link(new Key(each.position(), type, field, link));
      }
    }
    if (link == null) {
      return saved;
    }
    starts.add(link);
    joints.add(link);
    return link.label;
  }

  private Link link(Key key) {
    Link known = links.get(key);
    if (known != null) {
      return known;
    }
    var link = new Link(key, out.newLabel());
    links.put(key, link);
    Link next = key.next();
    if (next != null) {
      if (next.reached) {
        joints.add(next);
      }
      next.reached = true;
    }
    return link;
  }

  /** Writes the code that the jumps lead to. */
  void write() {
    for (Link start : starts) {
      Link link = start;
      while (link != null && !link.written) {
        write(link);
        link = link.key.next();
      }
      if (link != start) {
        to.jump(link == null ? saved : link.label);
      }
    }
  }

  private void write(Link link) {
    link.written = true;
    out.labelBinding(link.label);
    if (joints.contains(link)) {
      to.frame(link.label, new Frame(locals(link), List.of()));
    }
    Key key = link.key;
    out.aload(Emission.STATE);
    to.load(key.type(), to.moved(key.slot()));
    out.putfield(to.companion(), key.field().name(), key.field().type());
  }

  private List<VType> locals(Link from) {
    var locals = new ArrayList<>(Collections.nCopies(maxLocals, VType.TOP));
    for (Link link = from; link != null; link = link.key.next()) {
      locals.set(link.key.slot(), link.key.type());
    }
    return locals;
  }
}
