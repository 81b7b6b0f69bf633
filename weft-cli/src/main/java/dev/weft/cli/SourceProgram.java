package dev.weft.cli;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A program in one source file. It is compiled here and started as a class, not by the JDK's source
 * launcher, which shortens each exception's trace by its own frames and fails on one that was made
 * on another thread.
 *
 * @param mainClass the first class of the file, with its package
 */
record SourceProgram(String mainClass) {

  /**
   * Compiles a file.
   *
   * @param file the source; further sources are looked for beside it
   * @param classes where the class files go
   * @param messages where javac's messages go
   * @return the program, or nothing if javac found errors
   */
  static Optional<SourceProgram> compile(Path file, Path classes, PrintWriter messages)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> sources = files.getJavaFileObjects(file);
      CompilationUnitTree unit = parse(compiler, files, sources);
      var options = new ArrayList<String>();
      options.addAll(List.of("-d", classes.toString(), "-proc:none"));
      options.addAll(List.of("-classpath", System.getProperty("java.class.path")));
      if (unit != null) {
        options.addAll(List.of("-sourcepath", root(file, unit).toString()));
      }
      boolean fine = compiler.getTask(messages, files, null, options, null, sources).call();
      if (fine && unit == null) {
        messages.println(file + ": error: there is no class in this file");
      }
      messages.flush();
      return fine && unit != null
          ? Optional.of(new SourceProgram(mainClass(unit)))
          : Optional.empty();
    }
  }

  /** The tree of the only file, or null if it has no class. */
  private static @Nullable CompilationUnitTree parse(
      JavaCompiler compiler,
      StandardJavaFileManager files,
      Iterable<? extends JavaFileObject> sources)
      throws IOException {
    var silent = new PrintWriter(Writer.nullWriter());
    var task = (JavacTask) compiler.getTask(silent, files, null, List.of(), null, sources);
    for (CompilationUnitTree unit : task.parse()) {
      for (Tree type : unit.getTypeDecls()) {
        if (type instanceof ClassTree) {
          return unit;
        }
      }
    }
    return null;
  }

  private static String mainClass(CompilationUnitTree unit) {
    String simple =
        unit.getTypeDecls().stream()
            .filter(ClassTree.class::isInstance)
            .map(type -> ((ClassTree) type).getSimpleName().toString())
            .findFirst()
            .orElseThrow();
    ExpressionTree name = unit.getPackageName();
    return name == null ? simple : name + "." + simple;
  }

  /** The folder in which the file's package begins. */
  private static Path root(Path file, CompilationUnitTree unit) {
    ExpressionTree name = unit.getPackageName();
    int depth = name == null ? 0 : name.toString().split("\\.", -1).length;
    Path folder = file.toAbsolutePath().normalize();
    for (int i = 0; i <= depth; i++) {
      Path parent = folder.getParent();
      if (parent == null) {
        break;
      }
      folder = parent;
    }
    return folder;
  }
}
