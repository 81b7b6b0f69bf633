/** Weft's compiler: the javac plugin and the transformer of class files behind it. */
module dev.weft.compiler {
  requires static org.jspecify;
  requires jdk.compiler;
}
