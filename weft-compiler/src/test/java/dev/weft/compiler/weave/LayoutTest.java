package dev.weft.compiler.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.Javac;
import dev.weft.compiler.testkit.Sources;
import dev.weft.compiler.testkit.Woven;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.reflect.AccessFlag;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The state object of each shape is a header, the resume point, the current future, and the largest
 * set of variables that live at its creation or over one await, counted by kind, captured values
 * included; nothing else.
 */
final class LayoutTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Expressions",
        "Numbers",
        "Branches",
        "Loops",
        "Exceptions",
        "Locals",
        "Structure",
        "Special"
      })
  void stateObject_ofEachShape_isNoLargerThanItsHungriestAwait(String file) {
    SortedMap<String, byte[]> classes =
        Sources.compile(Map.of(file + ".java", Javac.resource("/shapes/" + file + ".java")));
    Woven woven = Woven.of(classes);
    assertThat(woven.blocks()).isNotEmpty();
    for (BlockFacts facts : woven.blocks()) {
      ClassModel companion = ClassFile.of().parse(woven.classes().get(facts.companion()));
      Map<String, Integer> fields = new TreeMap<>();
      for (FieldModel field : companion.fields()) {
        if (!field.flags().has(AccessFlag.STATIC)) {
          fields.merge(kind(field.fieldType().stringValue()), 1, Integer::sum);
        }
      }
      assertThat(fields)
          .as("%s of %s", facts.companion(), facts.method())
          .isEqualTo(hungriest(ClassFile.of().parse(classes.get(facts.host())), facts, woven));
    }
  }

  /** The most of each kind that any await of the block has to keep, counted from its body anew. */
  private static Map<String, Integer> hungriest(ClassModel host, BlockFacts facts, Woven woven) {
    var types = new HostTypes(host, Woven.types(woven.classes()));
    BodyAnalysis body = new BodyAnalysis(block(host, facts), types, false);
    Map<String, Integer> most = new TreeMap<>(); // so far: when the block is created
    body.block()
        .captures()
        .forEach(type -> most.merge(kind(type.descriptorString()), 1, Integer::sum));
    if (new StateLayout(body, types, true).needsArgument()) {
      most.merge("A", 1, Integer::sum);
    }
    for (Await await : body.awaits()) {
      Map<String, Integer> kept = keptCaptures(body, await);
      Frame frame = body.kept(await.index());
      for (int slot = 0; slot < frame.locals().size(); slot++) {
        if (!body.isConstantCapture(slot)) {
          count(frame.local(slot), kept);
        }
      }
      await.operands(frame).forEach(operand -> count(operand, kept));
      kept.forEach((kind, number) -> most.merge(kind, number, Math::max));
    }
    return most;
  }

  private static Map<String, Integer> keptCaptures(BodyAnalysis body, Await await) {
    Map<String, Integer> kept = new TreeMap<>();
    for (int i = 0; i < body.block().captures().size(); i++) {
      int slot = body.block().slot(i);
      if (body.isConstantCapture(slot) && body.isKept(await.index(), slot)) {
        kept.merge(kind(body.block().captures().get(i).descriptorString()), 1, Integer::sum);
      }
    }
    return kept;
  }

  private static Block block(ClassModel host, BlockFacts facts) {
    for (var method : host.methods()) {
      var code = method.code();
      if (code.isPresent()) {
        for (var element : code.get()) {
          if (element instanceof java.lang.classfile.instruction.InvokeDynamicInstruction dynamic) {
            LambdaSite site = LambdaSite.of(dynamic);
            if (site != null && site.implementation().methodName().equals(facts.method())) {
              return new Block(
                  host.thisClass().asSymbol(),
                  host.flags().has(AccessFlag.INTERFACE),
                  site,
                  Block.body(host, site),
                  host.thisClass().asSymbol().nested("Weft$0"),
                  false);
            }
          }
        }
      }
    }
    throw new AssertionError(facts);
  }

  private static void count(VType type, Map<String, Integer> kept) {
    switch (type.kind()) {
      case TOP, NULL, UNBORN -> {}
      case INT -> kept.merge("I", 1, Integer::sum);
      case LONG -> kept.merge("J", 1, Integer::sum);
      case FLOAT -> kept.merge("F", 1, Integer::sum);
      case DOUBLE -> kept.merge("D", 1, Integer::sum);
      case REF -> kept.merge("A", 1, Integer::sum);
    }
  }

  private static String kind(String descriptor) {
    return descriptor.length() == 1 ? descriptor : "A";
  }
}
