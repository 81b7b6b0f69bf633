/** Weft's compiler: the javac plugin and the transformer of class files behind it. */
module dev.weft.compiler {
  requires static org.jspecify;
  requires jdk.compiler;

  provides com.sun.source.util.Plugin with
      dev.weft.compiler.WeftPlugin;
  provides javax.annotation.processing.Processor with
      dev.weft.compiler.OutputProbe;
}
