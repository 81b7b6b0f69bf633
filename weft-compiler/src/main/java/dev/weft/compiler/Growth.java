package dev.weft.compiler;

import dev.weft.compiler.weave.BlockFacts;
import dev.weft.compiler.weave.SlotCounts;
import dev.weft.compiler.weave.WeaveResult;

/** Sums and sentences of the {@code report}. */
final class Growth {

  private int blocks;
  private long codeBefore;
  private long codeAfter;
  private long bytesBefore;
  private long bytesAfter;

  void add(byte[] before, WeaveResult result) {
    bytesBefore += before.length;
    bytesAfter += result.host().length;
    for (byte[] companion : result.companions().values()) {
      bytesAfter += companion.length;
    }
    for (BlockFacts facts : result.blocks()) {
      blocks++;
      codeBefore += facts.bytecodeBefore();
      codeAfter += facts.bytecodeAfter();
    }
  }

  boolean isEmpty() {
    return blocks == 0;
  }

  static String of(BlockFacts facts) {
    return "async block "
        + facts.companion().replace('/', '.')
        + ": "
        + count(facts.states() - facts.preemptionPoints(), "await")
        + (facts.preemptionPoints() == 0
            ? ""
            : ", " + count(facts.preemptionPoints(), "pre-emption point"))
        + ", "
        + slots(facts.slots())
        + ", "
        + count(facts.captures(), "captured value")
        + ", "
        + facts.objectBytes()
        + " bytes suspended, bytecode "
        + facts.bytecodeBefore()
        + " -> "
        + facts.bytecodeAfter();
  }

  private static String slots(SlotCounts slots) {
    if (slots.total() == 0) {
      return "no slots";
    }
    var text = new StringBuilder(count(slots.total(), "slot")).append(" (");
    part(text, slots.references(), "reference");
    part(text, slots.ints(), "int");
    part(text, slots.longs(), "long");
    part(text, slots.floats(), "float");
    part(text, slots.doubles(), "double");
    text.setLength(text.length() - 2);
    return text.append(')').toString();
  }

  private static void part(StringBuilder text, int count, String kind) {
    if (count > 0) {
      text.append(count).append(' ').append(kind).append(", ");
    }
  }

  private static String count(int count, String of) {
    return count + " " + of + (count == 1 ? "" : "s");
  }

  String total() {
    return count(blocks, "async block")
        + ": bytecode "
        + codeBefore
        + " -> "
        + codeAfter
        + ", class files "
        + bytesBefore
        + " -> "
        + bytesAfter
        + " bytes (+"
        + (bytesBefore == 0 ? 0 : (bytesAfter - bytesBefore) * 100 / bytesBefore)
        + " %)";
  }
}
