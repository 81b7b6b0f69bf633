package dev.weft.compiler.weave;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the state object keeps what. All values live in locals and on the stack while the block
 * runs, so each await may use the slots as it likes, and there are as many of a kind as the await
 * that saves most of that kind needs.
 */
final class StateLayout {

  /*
   * Captured values have fields of their own, from which they are loaded each time. Once nobody reads one
   * any more its field is as good as a slot. So the state object has no more fields of a kind than are
   * needed at its creation, or over the hungriest await. A field of another class than the value that is
   * to be kept in it is declared as Object, and whoever loads the captured value casts it then; as that
   * changes what other awaits may do with the field, the layout is made again until nothing changes.
   *
   * Blocks whose awaits load their variables together keep captured values apart: see SharedLoads.
   */

  /**
   * A value that is saved over an await.
   *
   * @param position slot of a local variable, or index in the stack
   * @param type its type
   * @param field where it is kept; {@code null} for the null constant, which needs no keeping
   */
  record Saved(int position, VType type, @Nullable Slot field) {}

  /** A field of the state object. */
  record Slot(String name, ClassDesc type) {}

  /** What an await saves. */
  record Saving(List<Saved> locals, List<Saved> stack) {

    /** Whether something is saved in a field. */
    boolean uses(Slot field) {
      return Stream.concat(locals.stream(), stack.stream())
          .anyMatch(saved -> field.equals(saved.field()));
    }
  }

  private final BodyAnalysis body;
  private final HostTypes types;
  private final boolean reuse;
  private final BitSet widened = new BitSet();
  private final List<Saving> savings = new ArrayList<>();
  private final Map<String, Slot> slots = new TreeMap<>();
  private final Map<ClassDesc, Integer> ownTypes = new HashMap<>();

  /** Lays out the state; {@code reuse} says whether fields of dead captured values are slots. */
  StateLayout(BodyAnalysis body, HostTypes types, boolean reuse) {
    this.body = body;
    this.types = types;
    this.reuse = reuse;
    int before;
    do {
      before = widened.cardinality();
      layOut();
    } while (widened.cardinality() != before);
  }

  private void layOut() {
    savings.clear();
    slots.clear();
    ownTypes.clear();
    if (needsArgument()) {
      var _ = slot(ConstantDescs.CD_Object, new HashMap<>());
    }
    for (Await await : body.awaits()) {
      savings.add(save(await));
    }
  }

  /** The field of a captured value. */
  Slot capture(int number) {
    return new Slot(
        "c" + number,
        widened.get(number) ? ConstantDescs.CD_Object : body.block().captures().get(number));
  }

  /** Whether a captured value is loaded from its field when the block is resumed at an await. */
  boolean isCaptureKept(Await await, int number) {
    int slot = body.block().slot(number);
    return body.isConstantCapture(slot) && body.isKept(await.index(), slot);
  }

  private List<Integer> freeCaptures(Await await) {
    var free = new ArrayList<Integer>();
    for (int i = 0; reuse && i < body.block().captures().size(); i++) {
      if (!isCaptureKept(await, i)) {
        free.add(i);
      }
    }
    return free;
  }

  /** Takes the field of a captured value that isn't needed any more, if one will do. */
  private @Nullable Slot reused(ClassDesc type, List<Integer> free) {
    Integer found = null;
    for (Integer number : free) {
      if (capture(number).type().equals(type)) {
        found = number;
        break;
      }
      if (found == null && mayHold(capture(number).type(), type)) {
        found = number;
      }
    }
    if (found == null) {
      return null;
    }
    if (!capture(found).type().equals(type)) {
      widened.set(found);
    }
    free.removeIf(found::equals);
    return capture(found);
  }

  private boolean mayHold(ClassDesc declared, ClassDesc type) {
    return !declared.isPrimitive()
        && !type.isPrimitive()
        && types.mayCastTo(declared)
        && types.mayCastTo(type);
  }

  private Saving save(Await await) {
    Frame kept = body.kept(await.index());
    var counts = new HashMap<String, Integer>();
    List<Integer> free = freeCaptures(await);
    var locals = new ArrayList<Saved>();
    for (int slot = 0; slot < kept.locals().size(); slot++) {
      VType type = kept.local(slot);
      if (type.kind() != VType.Kind.TOP && !body.isConstantCapture(slot)) {
        locals.add(saved(slot, type, counts, free));
      }
    }
    var stack = new ArrayList<Saved>();
    for (VType operand : await.operands(kept)) {
      stack.add(saved(stack.size(), operand, counts, free));
    }
    return new Saving(locals, stack);
  }

  private Saved saved(int position, VType type, Map<String, Integer> counts, List<Integer> free) {
    return switch (type.kind()) {
      case NULL -> new Saved(position, type, null);
      case INT -> new Saved(position, type, field(ConstantDescs.CD_int, counts, free));
      case LONG -> new Saved(position, type, field(ConstantDescs.CD_long, counts, free));
      case FLOAT -> new Saved(position, type, field(ConstantDescs.CD_float, counts, free));
      case DOUBLE -> new Saved(position, type, field(ConstantDescs.CD_double, counts, free));
      case REF -> new Saved(position, type, field(type.classDesc(), counts, free));
      case UNBORN, TOP -> throw new IllegalStateException("can't be saved: " + type);
    };
  }

  private Slot field(ClassDesc type, Map<String, Integer> counts, List<Integer> free) {
    Slot reused = reused(type, free);
    if (reused != null) {
      return reused;
    }
    boolean anyObject = !type.isPrimitive() && types.mayCastTo(type);
    return slot(anyObject ? ConstantDescs.CD_Object : type, counts);
  }

  private Slot slot(ClassDesc type, Map<String, Integer> counts) {
    String prefix = prefix(type);
    int number = counts.merge(prefix, 1, Integer::sum) - 1;
    return slots.computeIfAbsent(prefix + number, name -> new Slot(name, type));
  }

  private String prefix(ClassDesc type) {
    if (type.isPrimitive()) {
      return type.descriptorString().toLowerCase(java.util.Locale.ROOT);
    }
    if (type.equals(ConstantDescs.CD_Object)) {
      return "a";
    }
    Integer known = ownTypes.get(type);
    if (known == null) {
      known = ownTypes.size();
      ownTypes.put(type, known);
    }
    return "t" + known + "_";
  }

  Saving saving(Await await) {
    return savings.get(await.point() - 1);
  }

  /** All fields for variables, in the order of their names. */
  List<Slot> slots() {
    return List.copyOf(slots.values());
  }

  /** Whether the body reads its argument. */
  boolean needsArgument() {
    Block block = body.block();
    return block.argument() != null && body.isKept(0, block.slot(block.captures().size()));
  }

  /** Where the argument waits for the first poll. */
  Slot argument() {
    return slots().getFirst();
  }

  SlotCounts counts() {
    return new SlotCounts(
        (int) slots.values().stream().filter(slot -> !slot.type().isPrimitive()).count(),
        count(ConstantDescs.CD_int),
        count(ConstantDescs.CD_long),
        count(ConstantDescs.CD_float),
        count(ConstantDescs.CD_double));
  }

  private int count(ClassDesc type) {
    return (int) slots.values().stream().filter(slot -> slot.type().equals(type)).count();
  }

  /** Size of the state object: header, resume point, current future, captures and slots. */
  int objectBytes() {
    int small = 20;
    int wide = 0;
    var fields = new ArrayList<ClassDesc>(body.block().captures());
    slots.values().forEach(slot -> fields.add(slot.type()));
    for (ClassDesc type : fields) {
      switch (type.descriptorString()) {
        case "J", "D" -> wide += 8;
        case "Z", "B" -> small += 1;
        case "S", "C" -> small += 2;
        default -> small += 4;
      }
    }
    int hole = wide > 0 && small <= 24 ? 24 - small : 0;
    return (small + hole + wide + 7) / 8 * 8;
  }
}
