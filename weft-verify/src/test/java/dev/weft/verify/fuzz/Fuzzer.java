package dev.weft.verify.fuzz;

import dev.weft.Async;
import dev.weft.verify.fuzz.Subject.Difference;
import dev.weft.verify.fuzz.Subject.Setting;
import dev.weft.verify.fuzz.generate.Program;
import dev.weft.verify.fuzz.kit.Plan;
import dev.weft.verify.fuzz.kit.Probe;
import dev.weft.verify.tool.MemoryJavac;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
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

  private final MemoryJavac javac = new MemoryJavac(Async.class, Probe.class, Nullable.class);
  private final Weaver weaver;
  private final int batch;
  private long programs;
  private long runs;
  private long unsound;

  /**
   * A fuzzer.
   *
   * @param weaver what is tested
   * @param batch how many programs are compiled together
   */
  Fuzzer(Weaver weaver, int batch) {
    this.weaver = weaver;
    this.batch = batch;
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

  /** How many programs javac compiled to what no JVM takes. */
  long unsound() {
    return unsound;
  }

  /** How many runs were compared. */
  long runs() {
    return runs;
  }

  /** Runs the programs of some seeds up to the first difference. */
  @Nullable Finding run(long firstSeed, int count) {
    for (int done = 0; done < count; done += batch) {
      Finding finding = runTogether(firstSeed + done, Math.min(batch, count - done));
      if (finding != null) {
        return finding;
      }
    }
    return null;
  }

  private @Nullable Finding runTogether(long firstSeed, int count) {
    var programsByName = new LinkedHashMap<String, Program>();
    for (int i = 0; i < count; i++) {
      Program program = Program.of(firstSeed + i);
      programsByName.put(program.name(), program);
    }
    var sources = new LinkedHashMap<String, String>();
    programsByName.forEach((name, program) -> sources.put(name, program.source()));
    MemoryJavac.Compiled compiled = javac.compile(sources);
    if (!compiled.errors().isEmpty()) {
      String name = compiled.errors().keySet().iterator().next();
      throw new AssertionError(
          "javac refuses a program: " + compiled.errors().get(name) + "\n" + sources.get(name));
    }
    for (Program program : programsByName.values()) {
      programs++;
      Difference difference = check(program, compiled.classes());
      if (difference != null) {
        return new Finding(program, difference);
      }
    }
    return null;
  }

  private @Nullable Difference check(Program program, Map<String, byte[]> classes) {
    long seed = program.seed();
    return check(program, classes, awaits -> Plans.some(seed, awaits));
  }

  private @Nullable Difference check(
      Program program, Map<String, byte[]> classes, IntFunction<List<Plan>> plans) {
    try {
      var subject = new Subject(program.name(), classes, weaver, Setting.of(program.seed()));
      if (!subject.isSound()) {
        unsound++;
        return null;
      }
      List<Plan> chosen = plans.apply(subject.awaits());
      runs += 2L * chosen.size();
      return subject.difference(chosen);
    } catch (Runs.BrokenException | Weaver.RefusedException broken) {
      return new Difference(Plans.ready(), broken.getMessage());
    } catch (RuntimeException defect) {
      return new Difference(Plans.ready(), "the transformer failed: " + defect);
    }
  }

  /**
   * Whether a program that has been changed still differs under a plan, or the same with another
   * target.
   */
  @Nullable Difference differs(Program program, Plan plan) {
    MemoryJavac.Compiled compiled = javac.compile(Map.of(program.name(), program.source()));
    return compiled.errors().isEmpty()
        ? check(program, compiled.classes(), awaits -> Plans.like(plan, awaits))
        : null;
  }
}
