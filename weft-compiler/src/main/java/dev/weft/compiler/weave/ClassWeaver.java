package dev.weft.compiler.weave;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the async blocks of a class into state machines. Keeps no state; any thread. */
public final class ClassWeaver {

  /** What stands between the name of a class and the number of a block in it. */
  public static final String COMPANION_MARK = "$Weft$";

  /** Blocks below this estimate surely are small enough for the JIT compiler; others are tried. */
  private static final int LARGE = 6_000;

  private static final int LARGE_AWAIT = 90;
  private static final int LARGE_VARIABLE = 22;
  private static final int TOO_LARGE = Integer.MAX_VALUE;

  private final boolean sharing;

  /** Creates a weaver. */
  public ClassWeaver() {
    this(false);
  }

  private ClassWeaver(boolean sharing) {
    this.sharing = sharing;
  }

  /**
   * A weaver that writes every block as it otherwise writes only those that would be too large: the
   * awaits of a block share the code that saves and loads variables. Smaller, and slower to resume.
   *
   * @return a weaver
   */
  public static ClassWeaver sharing() {
    return new ClassWeaver(true);
  }

  /**
   * Weaves one class.
   *
   * @param hostClass a class file, which is not changed in place
   * @param options how
   * @return the class file to use instead, and its companions
   * @throws IllegalArgumentException if that isn't a class file
   */
  public WeaveResult weave(byte[] hostClass, WeaveOptions options) {
    ClassModel host = ClassFile.of().parse(hostClass);
    if (!mentionsLambdas(host)) {
      return WeaveResult.unchanged(hostClass, false, List.of());
    }
    boolean wovenBefore = mentionsCompanions(host);
    var weaving = new Weaving(host, options, sharing);
    weaving.findBlocks();
    weaving.analyse();
    if (weaving.lambdas.isEmpty()) {
      return WeaveResult.unchanged(hostClass, wovenBefore, weaving.problems);
    }
    if (wovenBefore) {
      return WeaveResult.unchanged(hostClass, true, List.of(weaving.clash()));
    }
    return weaving.write(hostClass);
  }

  private static boolean mentionsLambdas(ClassModel host) {
    for (PoolEntry entry : host.constantPool()) {
      if (entry.tag() == PoolEntry.TAG_INVOKE_DYNAMIC) {
        return true;
      }
    }
    return mentionsCompanions(host);
  }

  private static boolean mentionsCompanions(ClassModel host) {
    String start = host.thisClass().asInternalName() + COMPANION_MARK;
    for (PoolEntry entry : host.constantPool()) {
      if (entry instanceof ClassEntry type && isCompanion(type.asInternalName(), start)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a class names another one. */
  static boolean refersTo(ClassModel host, String internalName) {
    for (PoolEntry entry : host.constantPool()) {
      if (entry instanceof ClassEntry type && type.asInternalName().equals(internalName)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCompanion(String name, String start) {
    return name.startsWith(start)
        && name.length() > start.length()
        && name.substring(start.length()).chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** The work on one class. */
  private static final class Weaving {
    private final ClassModel host;
    private final WeaveOptions options;
    private final boolean sharing;
    private final HostTypes types;
    private final PreemptibleMethods preemptible;
    private final LambdaSites lambdas = new LambdaSites();
    private final List<HostWriter.Body> bodies = new ArrayList<>();
    private final List<WeaveProblem> problems = new ArrayList<>();

    Weaving(ClassModel host, WeaveOptions options, boolean sharing) {
      this.host = host;
      this.options = options;
      this.sharing = sharing;
      types = new HostTypes(host, options.types());
      preemptible = new PreemptibleMethods(host, options.preempt());
    }

    void findBlocks() {
      for (MethodModel method : host.methods()) {
        method.code().ifPresent(code -> code.forEach(this::findBlock));
      }
    }

    private void findBlock(CodeElement element) {
      LambdaSite site =
          element instanceof InvokeDynamicInstruction dynamic ? LambdaSite.of(dynamic) : null;
      if (site == null
          || lambdas.contains(site)
          || !types.isBlockInterface(site.functionalInterface())
          || !site.implementation().owner().equals(host.thisClass().asSymbol())) {
        return;
      }
      MethodModel body = Block.body(host, site);
      if (body != null) {
        lambdas.add(
            new Block(
                host.thisClass().asSymbol(),
                host.flags().has(AccessFlag.INTERFACE),
                site,
                body,
                companion(lambdas.size()),
                preemptible.contains(body)));
      }
    }

    private ClassDesc companion(int number) {
      return ClassDesc.ofInternalName(host.thisClass().asInternalName() + COMPANION_MARK + number);
    }

    void analyse() {
      for (Block block : lambdas.blocks()) {
        try {
          CompanionWriter.check(block);
          HostWriter.Body body = body(block, options.debug());
          bodies.add(body);
          WeaveProblem problem = body.analysis().preemption().problem();
          if (problem != null) {
            problems.add(problem);
          }
        } catch (Unsupported unsupported) {
          refuse(block, unsupported);
        }
      }
      for (HostWriter.Body body : List.copyOf(bodies)) {
        try {
          bodies.set(bodies.indexOf(body), fittingAtAll(body));
        } catch (Unsupported unsupported) {
          bodies.remove(body);
          refuse(body.analysis().block(), unsupported);
        }
      }
    }

    private HostWriter.Body body(Block block, boolean debug) {
      var analysis = new BodyAnalysis(block, types, debug);
      return body(analysis, sharing);
    }

    private HostWriter.Body body(BodyAnalysis analysis, boolean shared) {
      return new HostWriter.Body(analysis, new StateLayout(analysis, types, !shared), shared);
    }

    /** As it can be written; if need be without the variables that only a debugger would show. */
    private HostWriter.Body fittingAtAll(HostWriter.Body body) {
      try {
        return fitting(body);
      } catch (Unsupported tooLarge) {
        if (!options.debug()) {
          throw tooLarge;
        }
        return fitting(body(body.analysis().block(), false));
      }
    }

    private void refuse(Block block, Unsupported why) {
      lambdas.remove(block);
      int line = new MethodCode(block.method()).firstLine();
      problems.add(why.problem(block.name(), line));
    }

    /** The block as it can be written: with shared code if it is too large without. */
    private HostWriter.Body fitting(HostWriter.Body body) {
      if (estimate(body) < LARGE) {
        return body;
      }
      boolean fits = size(body, true) != TOO_LARGE;
      if (fits && size(body, false) <= BlockFacts.COMPILED_LIMIT) {
        return body;
      }
      HostWriter.Body shared = body(body.analysis(), true);
      checkFits(fits, size(shared, true));
      return fits && size(shared, false) > BlockFacts.COMPILED_LIMIT ? body : shared;
    }

    private int estimate(HostWriter.Body body) {
      int bytes = body.analysis().code().bytes();
      int captures = body.analysis().block().captures().size();
      for (Await await : body.analysis().awaits()) {
        StateLayout.Saving saving = body.layout().saving(await);
        int variables = saving.locals().size() + saving.stack().size() + captures;
        bytes += LARGE_AWAIT + LARGE_VARIABLE * variables;
      }
      return bytes;
    }

    /** Bytes of the state machine, or {@link #TOO_LARGE} if it can't be written so. */
    private int size(HostWriter.Body body, boolean longJumps) {
      Block block = body.analysis().block();
      try {
        byte[] alone = HostWriter.alone(host, body, lambdas, longJumps);
        return HostWriter.bytes(
            ClassFile.of().parse(alone), block.name(), HostWriter.resumeType(block));
      } catch (IllegalArgumentException tooLarge) {
        return TOO_LARGE;
      }
    }

    private static void checkFits(boolean fits, int bytes) {
      if (!fits && bytes == TOO_LARGE) {
        throw new Unsupported(
            WeaveProblem.Kind.TOO_LARGE,
            "This async block is too large: as a state machine it would have more than 65535 bytes"
                + " of code; move parts of it into blocks of their own.",
            0);
      }
    }

    WeaveProblem clash() {
      return new WeaveProblem(
          WeaveProblem.Kind.NAME_CLASH,
          "",
          0,
          "The class "
              + host.thisClass().asInternalName().replace('/', '.')
              + COMPANION_MARK
              + "… has a name that async blocks need; rename it.");
    }

    /** The class file with its state machines, or {@code null} if it has no place for them. */
    private byte @Nullable [] woven() {
      byte[] woven = written(false);
      return woven == null ? written(true) : woven;
    }

    /**
     * {@code null} if a jump is too far, or the class too full, which the library calls the same.
     */
    private byte @Nullable [] written(boolean longJumps) {
      try {
        return new HostWriter(host, lambdas).write(bodies, longJumps);
      } catch (IllegalArgumentException farJumpOrFull) {
        return null;
      }
    }

    private WeaveProblem full() {
      return new WeaveProblem(
          WeaveProblem.Kind.TOO_LARGE,
          "",
          0,
          "The class "
              + host.thisClass().asInternalName().replace('/', '.')
              + " is too large: with its async blocks as state machines it would have more than"
              + " 65535 constants; move blocks into a class of their own.");
    }

    WeaveResult write(byte[] hostClass) {
      byte[] woven = woven();
      if (woven == null) {
        problems.add(full());
        return WeaveResult.unchanged(hostClass, false, problems);
      }
      ClassModel model = ClassFile.of().parse(woven);
      var companions = new TreeMap<String, byte[]>();
      var facts = new ArrayList<BlockFacts>();
      for (HostWriter.Body body : bodies) {
        Block block = body.analysis().block();
        String name = HostTypes.internalName(block.companion());
        companions.put(name, new CompanionWriter(host, body.analysis(), body.layout()).write());
        BlockFacts fact = facts(body, model, name);
        facts.add(fact);
        if (fact.isTooLargeForJit()) {
          problems.add(notCompiled(fact));
        }
      }
      return new WeaveResult(woven, true, false, companions, facts, problems);
    }

    private BlockFacts facts(HostWriter.Body body, ClassModel woven, String companion) {
      BodyAnalysis analysis = body.analysis();
      Block block = analysis.block();
      return new BlockFacts(
          host.thisClass().asInternalName(),
          companion,
          block.name(),
          analysis.code().firstLine(),
          analysis.awaits().size(),
          analysis.preemption().points().cardinality(),
          body.layout().counts(),
          block.captures().size(),
          body.layout().objectBytes(),
          analysis.code().bytes(),
          HostWriter.bytes(woven, block.name(), HostWriter.resumeType(block)));
    }

    private static WeaveProblem notCompiled(BlockFacts fact) {
      return new WeaveProblem(
          WeaveProblem.Kind.NOT_JIT_COMPILED,
          fact.method(),
          fact.line(),
          "This async block has grown to "
              + fact.bytecodeAfter()
              + " bytes of code; above "
              + BlockFacts.COMPILED_LIMIT
              + " the JIT compiler leaves it to the interpreter. Split it.");
    }
  }
}
