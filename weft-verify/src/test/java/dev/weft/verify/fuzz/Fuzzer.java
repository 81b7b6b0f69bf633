package dev.weft.verify.fuzz;

import dev.weft.verify.fuzz.Subject.Difference;
import dev.weft.verify.fuzz.Subject.Variant;
import dev.weft.verify.fuzz.generate.Program;
import dev.weft.verify.fuzz.kit.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes programs, runs each in all ways, and shrinks the first one that shows a difference. */
final class Fuzzer {

  /*
   * Idea: a program is a class whose method makes an async block. The block is run blocking (nothing
   * of the library takes part), stackful (as javac left it) and stackless (woven), each time with the
   * same plan for its futures; outcome and log must be equal. All follows from a program's seed, and
   * from nothing else: a program is the same alone and among others. Programs are compiled many at a
   * time, as most of the time goes to javac.
   */

  private static final int BATCH = 50;

  private final MemoryJavac javac = new MemoryJavac();
  private final Weaver weaver;
  private long programs;
  private long runs;

  Fuzzer(Weaver weaver) {
    this.weaver = weaver;
  }

  /**
   * A program that isn't the same in all ways.
   *
   * @param program it
   * @param difference the first one that was seen
   */
  record Finding(Program program, Difference difference) {}

  /** How many programs have been run. */
  long programs() {
    return programs;
  }

  /** How many runs were compared. */
  long runs() {
    return runs;
  }

  /** Runs the programs of some seeds up to the first difference. */
  @Nullable Finding run(long firstSeed, int count) {
    for (int done = 0; done < count; done += BATCH) {
      Finding finding = batch(firstSeed + done, Math.min(BATCH, count - done));
      if (finding != null) {
        return finding;
      }
    }
    return null;
  }

  private @Nullable Finding batch(long firstSeed, int count) {
    var batch = new LinkedHashMap<String, Program>();
    for (int i = 0; i < count; i++) {
      Program program = Program.of(firstSeed + i);
      batch.put(program.name(), program);
    }
    var sources = new LinkedHashMap<String, String>();
    batch.forEach((name, program) -> sources.put(name, program.source()));
    MemoryJavac.Compiled compiled = javac.compile(sources);
    if (!compiled.errors().isEmpty()) {
      String name = compiled.errors().keySet().iterator().next();
      throw new AssertionError(
          "javac refuses a program: " + compiled.errors().get(name) + "\n" + sources.get(name));
    }
    for (Program program : batch.values()) {
      programs++;
      Difference difference = check(program, compiled.classes(), false);
      if (difference != null) {
        return new Finding(program, difference);
      }
    }
    return null;
  }

  private @Nullable Difference check(Program program, Map<String, byte[]> classes, boolean all) {
    long seed = program.seed();
    return check(program.name(), seed, classes, all);
  }

  private @Nullable Difference check(
      String name, long seed, Map<String, byte[]> classes, boolean all) {
    Variant variant = Variant.values()[Math.floorMod(seed, Variant.values().length)];
    try {
      var subject = new Subject(name, classes, weaver, variant, seed % 2 == 0);
      int awaits = subject.awaits();
      List<Plan> plans = all ? Plans.all(seed, awaits) : Plans.some(seed, awaits);
      runs += 2L * plans.size();
      return subject.difference(plans);
    } catch (Runs.BrokenException | Weaver.RefusedException broken) {
      return new Difference(Plans.ready(), broken.getMessage());
    } catch (RuntimeException defect) {
      return new Difference(Plans.ready(), "the transformer failed: " + defect);
    }
  }

  /** Compiles a source and runs it under all plans; null if javac refuses it or all is the same. */
  @Nullable Difference differs(String name, long seed, String source) {
    MemoryJavac.Compiled compiled = javac.compile(Map.of(name, source));
    return compiled.errors().isEmpty() ? check(name, seed, compiled.classes(), true) : null;
  }
}
