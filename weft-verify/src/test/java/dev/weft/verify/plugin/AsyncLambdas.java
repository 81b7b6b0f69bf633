package dev.weft.verify.plugin;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What became of the async blocks in a folder of class files. It is read from the class files
 * alone, without the compiler's own idea of a block.
 *
 * @param woven state classes, {@code Host$Weft$N}
 * @param left where a lambda or method reference for an async interface is still made as javac has
 *     it, so that it runs stackful; as {@code class.method}
 */
record AsyncLambdas(List<String> woven, List<String> left) {

  private static final String STATE = "dev/weft/codegen/AsyncState";
  private static final Set<String> INTERFACES =
      Set.of("Ldev/weft/AsyncBody;", "Ldev/weft/AsyncAction;", "Ldev/weft/AsyncFunction;");

  static AsyncLambdas in(Path folder) throws IOException {
    var found = new AsyncLambdas(new ArrayList<>(), new ArrayList<>());
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        found.add(ClassFile.of().parse(file));
      }
    }
    found.woven.sort(null);
    found.left.sort(null);
    return found;
  }

  private void add(ClassModel type) {
    String name = type.thisClass().asInternalName().replace('/', '.');
    if (name.contains("$Weft$")
        && type.superclass().map(ClassEntry::asInternalName).filter(STATE::equals).isPresent()) {
      woven.add(name);
    }
    for (MethodModel method : type.methods()) {
      method.code().ifPresent(code -> code.forEach(element -> add(element, name, method)));
    }
  }

  private void add(CodeElement element, String type, MethodModel method) {
    if (element instanceof InvokeDynamicInstruction made) {
      if (INTERFACES.contains(made.typeSymbol().returnType().descriptorString())) {
        left.add(type + "." + method.methodName().stringValue());
      }
    }
  }
}
