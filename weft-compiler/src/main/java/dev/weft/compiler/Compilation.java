package dev.weft.compiler;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.Trees;
import dev.weft.compiler.check.BlockSite;
import dev.weft.compiler.check.Checks;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.Messager;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** What the plugin does in one compilation: looks at each class when it is analysed and written. */
final class Compilation implements TaskListener {

  private static final String NO_FOLDER =
      "The Weft plugin can't find out where javac writes class files, so it can't compile this async"
          + " block: put weft-compiler on the processor path and don't switch annotation processing"
          + " off (with -processor, list dev.weft.compiler.OutputProbe too), or give the folder of"
          + " -d as -Xplugin:\"Weft out=DIR\".";

  private static final String IN_MEMORY =
      "Class files aren't written to a folder here, so async blocks stay as they are and run on"
          + " virtual threads: compile with javac, Maven or Gradle for state machines.";

  private final JavacTask task;
  private final Output output;
  private final Blocks blocks = new Blocks();
  private final Growth growth = new Growth();
  private PluginOptions options = PluginOptions.NONE;
  private @Nullable String badOption;
  private final Set<CompilationUnitTree> entered =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private final boolean launched = isOfTheLauncher();
  private boolean complained;
  private @Nullable BlockSite first;
  private @Nullable Checks checks;
  private @Nullable Weaving weaving;

  Compilation(JavacTask task, String... args) {
    this.task = task;
    this.output = Output.of(task);
    try {
      options = PluginOptions.parse(args);
      if (options.out() != null) {
        output.given(options.out());
      }
    } catch (IllegalArgumentException unusable) {
      badOption = unusable.getMessage(); // there is no place to report it at before a file is read
    }
  }

  /**
   * Whether {@code java File.java} or JShell compiles, which neither run processors nor write
   * files: blocks then run stackful, as the library says in its own notice.
   */
  private static boolean isOfTheLauncher() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getClassName)
                    .anyMatch(
                        name ->
                            name.startsWith("com.sun.tools.javac.launcher.")
                                || name.startsWith("jdk.jshell.")));
  }

  @Override
  public void started(TaskEvent event) {
    TypeElement type = event.getTypeElement();
    if (options.off()
        || event.getKind() != TaskEvent.Kind.GENERATE
        || type == null
        || output.folder() == null) {
      return;
    }
    try {
      weaving(output.folder()).starts(type, binaryName(type), event);
    } catch (RuntimeException | LinkageError defect) {
      failed(event.getCompilationUnit(), defect);
    }
  }

  private String binaryName(TypeElement type) {
    return task.getElements().getBinaryName(type).toString();
  }

  @Override
  public void finished(TaskEvent event) {
    if (options.off()) {
      return;
    }
    try {
      handle(event);
    } catch (RuntimeException | LinkageError defect) {
      failed(event.getCompilationUnit(), defect);
    }
  }

  /** A defect of ours is reported as an error of the file; thrown, it would crash javac. */
  private void failed(@Nullable CompilationUnitTree unit, Throwable defect) {
    if (unit != null) {
      print(
          Diagnostic.Kind.ERROR,
          "The Weft plugin failed here, which is a defect of the plugin: "
              + Defects.text(defect)
              + ".",
          unit,
          unit);
    }
  }

  private void handle(TaskEvent event) {
    switch (event.getKind()) {
      case PARSE -> parsed(event.getCompilationUnit());
      case ENTER -> {
        if (event.getCompilationUnit() != null && entered.add(event.getCompilationUnit())) {
          checks().entered(event.getCompilationUnit());
        }
      }
      case ANALYZE -> {
        if (event.getTypeElement() != null) {
          analysed(event.getTypeElement());
        }
      }
      case GENERATE -> {
        if (event.getTypeElement() != null) {
          written(event);
        }
      }
      case COMPILATION -> ended();
      default -> {}
    }
  }

  private void parsed(@Nullable CompilationUnitTree unit) {
    if (badOption != null && unit != null) {
      print(Diagnostic.Kind.ERROR, badOption, unit, unit);
      badOption = null;
    }
  }

  private Checks checks() {
    Checks known = checks;
    if (known == null) {
      known = new Checks(task);
      checks = known;
    }
    return known;
  }

  private void analysed(TypeElement type) {
    List<BlockSite> sites = checks().analysed(type);
    if (sites.isEmpty()) {
      return;
    }
    if (output.folder() == null && output.isKnown()) {
      complain(Diagnostic.Kind.WARNING, IN_MEMORY, sites.getFirst());
    } else {
      first = first == null ? sites.getFirst() : first;
      blocks.add(sites);
    }
  }

  private void complain(Diagnostic.Kind kind, String text, BlockSite site) {
    if (!complained && !launched) {
      complained = true;
      print(kind, text, site.tree(), site.unit());
    }
  }

  private void written(TaskEvent event) {
    if (output.folder() == null) {
      noFolder();
      return;
    }
    TypeElement type = event.getTypeElement();
    String name = binaryName(type);
    String key = Checks.key(task.getElements().getModuleOf(type), name);
    weaving(output.folder()).written(type, name, blocks.take(key), event);
  }

  private Weaving weaving(Path folder) {
    Weaving known = weaving;
    if (known == null) {
      known =
          new Weaving(
              task,
              new ProgramTypes(task.getElements(), checks()::unnamed),
              new ClassFolder(folder, output.isSure()),
              options,
              growth);
      weaving = known;
    }
    return known;
  }

  /**
   * Not said before a class is written: after an error such as an import that isn't there javac
   * runs no processor, and that error is all that is wrong.
   */
  private void noFolder() {
    if (first != null && !output.isKnown()) {
      complain(Diagnostic.Kind.ERROR, NO_FOLDER, first);
    }
  }

  private void ended() {
    Messager messager = output.messager();
    if (options.report() && !growth.isEmpty() && messager != null) {
      messager.printMessage(Diagnostic.Kind.NOTE, growth.total());
    }
  }

  private void print(Diagnostic.Kind kind, String text, Tree at, CompilationUnitTree unit) {
    Trees.instance(task).printMessage(kind, text, at, unit);
  }
}
