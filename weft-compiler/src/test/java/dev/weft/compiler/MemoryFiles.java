package dev.weft.compiler;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A compilation that keeps its class files in memory, as an IDE does. */
final class MemoryFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {

  private final TreeSet<String> classes = new TreeSet<>();

  private MemoryFiles(StandardJavaFileManager files) {
    super(files);
  }

  record Compiled(List<String> messages, List<String> classes) {}

  static Compiled compile(String source) throws Exception {
    var javac = ToolProvider.getSystemJavaCompiler();
    var messages = new DiagnosticCollector<JavaFileObject>();
    try (var files =
        new MemoryFiles(
            javac.getStandardFileManager(messages, Locale.ROOT, StandardCharsets.UTF_8))) {
      var unit =
          new SimpleJavaFileObject(URI.create("memory:///A.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
              return source;
            }
          };
      var options =
          List.of(
              "-processorpath",
              Javac.plugin().toString(),
              "-classpath",
              System.getProperty("java.class.path"));
      javac.getTask(null, files, messages, options, null, List.of(unit)).call();
      var texts = new ArrayList<String>();
      messages
          .getDiagnostics()
          .forEach(
              each ->
                  texts.add(
                      each.getKind()
                          + " "
                          + each.getLineNumber()
                          + ":"
                          + each.getColumnNumber()
                          + " "
                          + each.getMessage(Locale.ROOT)));
      return new Compiled(texts, List.copyOf(files.classes));
    }
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
    classes.add(className);
    return new Memory(URI.create("memory:///" + className.replace('.', '/') + ".class"), kind);
  }

  @Override
  public FileObject getFileForOutput(
      Location location, String packageName, String relativeName, FileObject sibling) {
    return new Memory(URI.create("memory:///" + relativeName), JavaFileObject.Kind.OTHER);
  }

  private static final class Memory extends SimpleJavaFileObject {

    Memory(URI uri, Kind kind) {
      super(uri, kind);
    }

    @Override
    public OutputStream openOutputStream() {
      return new ByteArrayOutputStream();
    }
  }
}
