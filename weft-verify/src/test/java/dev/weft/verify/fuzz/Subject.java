package dev.weft.verify.fuzz;

import dev.weft.verify.fuzz.Runs.Way;
import dev.weft.verify.fuzz.kit.Plan;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A compiled program, ready to be run in each way. */
final class Subject {

  /** Which classes a run is given, so that all options of the transformer get their share. */
  enum Variant {
    /** As javac made them. */
    USUAL,
    /** With the transformer's option for debugging. */
    DEBUG,
    /** Without debug information. */
    BARE
  }

  /**
   * What is chosen for each program beside its source.
   *
   * @param variant of the classes
   * @param asserts whether assertions are switched on
   */
  record Setting(Variant variant, boolean asserts) {
    static Setting of(long seed) {
      Variant[] variants = Variant.values();
      return new Setting(variants[Math.floorMod(seed, variants.length)], seed % 2 == 0);
    }
  }

  private static final ClassFile STRIPPING =
      ClassFile.of(
          ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS);

  private final String name;
  private final Weaver weaver;
  private final Setting setting;
  private final Map<String, byte[]> classes = new TreeMap<>();
  private final Map<String, byte[]> woven = new TreeMap<>();
  private final Map<Way, Class<?>> loaded = new TreeMap<>();

  /**
   * A program to be run.
   *
   * @param name of its class
   * @param all class files, also of other programs
   * @param weaver what to weave with
   * @param setting how
   */
  Subject(String name, Map<String, byte[]> all, Weaver weaver, Setting setting) {
    this.name = name;
    this.setting = setting;
    all.forEach(
        (each, bytes) -> {
          if (each.equals(name) || each.startsWith(name + "$")) {
            classes.put(each, setting.variant() == Variant.BARE ? strip(bytes) : bytes);
          }
        });
    this.weaver = weaver;
  }

  /**
   * Whether the JVM takes what javac made. javac 25.0.3 at times makes frames that are wrong, for a
   * switch expression with a record pattern and a guard above other operands, behind another record
   * pattern; such a program says nothing of Weft.
   */
  boolean isSound() {
    try {
      var _ = Class.forName(name, true, program(Way.BLOCKING).getClassLoader());
      return true;
    } catch (ClassNotFoundException | VerifyError fault) {
      return false;
    }
  }

  private Map<String, byte[]> woven() {
    if (woven.isEmpty()) {
      for (String each : classes.keySet()) {
        woven.putAll(weaver.weave(each, classes, setting.variant() == Variant.DEBUG));
      }
    }
    return woven;
  }

  private static byte[] strip(byte[] classFile) {
    return STRIPPING.transformClass(
        STRIPPING.parse(classFile),
        ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL));
  }

  private Class<?> program(Way way) throws ClassNotFoundException {
    Class<?> known = loaded.get(way);
    if (known == null) {
      known =
          new Loader(way == Way.STACKLESS ? woven() : classes, way, setting.asserts())
              .loadClass(name);
      loaded.put(way, known);
    }
    return known;
  }

  /** Runs it. */
  Observed run(Way way, Plan plan) {
    try {
      return Runs.run(program(way), way, plan);
    } catch (ClassNotFoundException | LinkageError broken) {
      throw new Runs.BrokenException("can't be linked: " + broken, broken);
    }
  }

  /** How often it awaits when all goes well. */
  int awaits() {
    return run(Way.BLOCKING, Plans.ready()).polled();
  }

  /** The first difference under some plans. */
  @Nullable Difference difference(List<Plan> plans) {
    for (Plan plan : plans) {
      Observed expected = run(Way.BLOCKING, plan);
      for (Way way : List.of(Way.STACKFUL, Way.STACKLESS)) {
        try {
          Observed observed = run(way, plan);
          if (!observed.equals(expected)) {
            return new Difference(plan, way + ": " + observed.against(expected));
          }
        } catch (Runs.BrokenException broken) {
          return new Difference(plan, way + ": " + broken.getMessage());
        }
      }
    }
    return null;
  }

  /**
   * Two runs that should have been the same and were not.
   *
   * @param plan under which
   * @param text in which way, and how
   */
  record Difference(Plan plan, String text) {}

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;
    private final Way way;

    Loader(Map<String, byte[]> classes, Way way, boolean asserts) {
      super(Subject.class.getClassLoader());
      this.classes = classes;
      this.way = way;
      setDefaultAssertionStatus(asserts);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] own = way == Way.BLOCKING ? Blocking.of(bytes) : bytes;
      return defineClass(name, own, 0, own.length);
    }
  }
}
