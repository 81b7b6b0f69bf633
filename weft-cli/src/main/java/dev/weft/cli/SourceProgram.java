package dev.weft.cli;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import dev.weft.compiler.WeftPlugin;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A program in one source file. It is compiled here, with Weft's plugin, and started as a class,
 * not by the JDK's source launcher, which runs no plugin that writes files, shortens each
 * exception's trace by its own frames and fails on one that was made on another thread.
 *
 * @param mainClass the first class of the file, with its package
 */
record SourceProgram(String mainClass) {

  /**
   * Compiles a file.
   *
   * @param file the source; further sources are looked for beside it
   * @param classes where the class files go
   * @param classPath what the program uses
   * @param messages where javac's messages go
   * @return the program, or nothing if javac found errors
   */
  static Optional<SourceProgram> compile(
      Path file, Path classes, String classPath, PrintWriter messages) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException(
          "compiling needs a JDK: there is no javac in " + System.getProperty("java.home"));
    }
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<JavaFileObject> sources = new ArrayList<>();
      files.getJavaFileObjects(file).forEach(source -> sources.add(new AnyName(source)));
      CompilationUnitTree unit = parse(compiler, files, sources, classes);
      var options = new ArrayList<String>();
      options.addAll(List.of("-d", classes.toString()));
      options.addAll(List.of("-classpath", classPath));
      // The plugin's own processor makes javac ask what to do with the neighbours: compile them.
      options.addAll(List.of("-processorpath", plugin().toString(), "-implicit:class"));
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

  /** The jar, or the folder of classes, of the compiler plugin. */
  private static Path plugin() throws IOException {
    try {
      return Path.of(WeftPlugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException unusable) {
      throw new IOException("weft-compiler is at no usable place: " + unusable.getMessage());
    }
  }

  /** A source whose public class need not have the file's name, as with {@code java File.java}. */
  private static final class AnyName extends ForwardingJavaFileObject<JavaFileObject> {
    AnyName(JavaFileObject source) {
      super(source);
    }

    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
      // A name with a dash is no class's: javac asks whether this is a module-info.
      return simpleName.indexOf('-') < 0 || super.isNameCompatible(simpleName, kind);
    }
  }

  /** The tree of the only file, or null if it has no class. */
  private static @Nullable CompilationUnitTree parse(
      JavaCompiler compiler,
      StandardJavaFileManager files,
      Iterable<? extends JavaFileObject> sources,
      Path empty)
      throws IOException {
    var silent = new PrintWriter(Writer.nullWriter());
    // No plugin has anything to do here, so none is to be found.
    List<String> options = List.of("-processorpath", empty.toString());
    var task = (JavacTask) compiler.getTask(silent, files, null, options, null, sources);
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
