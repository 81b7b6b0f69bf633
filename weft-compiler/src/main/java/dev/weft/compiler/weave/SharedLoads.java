package dev.weft.compiler.weave;

import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which awaits of a block that is too large otherwise have their variables loaded together. */
final class SharedLoads {

  /*
   * Idea: awaits that stand in the same innermost loop load the variables of all of them, and then go
   * their own ways. What an await didn't save it doesn't need, so any value will do, as long as the load
   * itself succeeds: a number always does, and a reference does since its field is null then. It is null
   * because fields are cleared when they are loaded, and a suspension fills just those that it saves; so
   * in a group a field may belong to one variable only, and a reference among the operands of one await
   * must not lie in the field of another one's variable.
   */

  /** A variable that is loaded. */
  record Item(StateLayout.Saved saved, boolean isCapture) {}

  /** Awaits with common code. */
  static final class Group {
    private final Label label;
    private final List<Await> awaits = new ArrayList<>();
    private final TreeMap<Integer, Item> items = new TreeMap<>();
    private final Map<StateLayout.Slot, Integer> owners = new HashMap<>();
    private final Set<StateLayout.Slot> operands = new HashSet<>();

    Group(Label label) {
      this.label = label;
    }

    Label label() {
      return label;
    }

    List<Await> awaits() {
      return awaits;
    }

    Iterable<Item> items() {
      return items.values();
    }

    private boolean accepts(List<Item> more, List<StateLayout.Slot> references) {
      return more.stream().allMatch(this::accepts)
          && references.stream().noneMatch(owners::containsKey);
    }

    private boolean accepts(Item item) {
      int slot = item.saved().position();
      VType type = item.saved().type();
      Item same = items.get(slot);
      if (same != null) {
        return same.equals(item);
      }
      Map.Entry<Integer, Item> below = items.lowerEntry(slot);
      boolean free =
          (below == null || below.getKey() + below.getValue().saved().type().words() <= slot)
              && (type.words() == 1 || !items.containsKey(slot + 1));
      return free
          && !owners.containsKey(item.saved().field())
          && !operands.contains(item.saved().field());
    }

    private void add(Await await, List<Item> more, List<StateLayout.Slot> references) {
      awaits.add(await);
      operands.addAll(references);
      for (Item item : more) {
        items.put(item.saved().position(), item);
        owners.put(item.saved().field(), item.saved().position());
      }
    }
  }

  private final BodyAnalysis body;
  private final StateLayout layout;
  private final Map<Await, Group> groups = new HashMap<>();

  SharedLoads(BodyAnalysis body, StateLayout layout, Emission to) {
    this.body = body;
    this.layout = layout;
    var open = new HashMap<Integer, Group>();
    for (Await await : body.awaits()) {
      List<Item> items = items(await);
      List<StateLayout.Slot> references = references(await);
      int loop = innermost(await);
      Group group = open.get(loop);
      if (group == null || !group.accepts(items, references)) {
        group = new Group(to.out().newLabel());
        open.put(loop, group);
      }
      group.add(await, items, references);
      groups.put(await, group);
    }
  }

  /** The group of an await, {@code null} if it is alone in it. */
  @Nullable Group of(Await await) {
    Group group = groups.get(await);
    return group == null || group.awaits().size() < 2 ? null : group;
  }

  private int innermost(Await await) {
    List<Loops.Loop> around = body.loops().around(await.index());
    return around.isEmpty() ? -1 : around.getLast().header();
  }

  private List<Item> items(Await await) {
    var items = new ArrayList<Item>();
    Block block = body.block();
    for (int i = 0; i < block.captures().size(); i++) {
      int slot = block.slot(i);
      if (layout.isCaptureKept(await, i)) {
        var type = block.captures().get(i);
        items.add(new Item(new StateLayout.Saved(slot, VType.of(type), layout.capture(i)), true));
      }
    }
    for (StateLayout.Saved saved : layout.saving(await).locals()) {
      if (saved.field() != null) {
        items.add(new Item(saved, false));
      }
    }
    return items;
  }

  private List<StateLayout.Slot> references(Await await) {
    var fields = new ArrayList<StateLayout.Slot>();
    for (StateLayout.Saved saved : layout.saving(await).stack()) {
      if (saved.field() != null && !saved.field().type().isPrimitive()) {
        fields.add(saved.field());
      }
    }
    return fields;
  }
}
