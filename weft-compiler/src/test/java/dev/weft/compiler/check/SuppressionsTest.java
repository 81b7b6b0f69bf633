package dev.weft.compiler.check;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each warning has its key, with which those who compile with {@code -Werror} can live. */
final class SuppressionsTest {

  @TempDir private Path folder;

  /** A member of a class that gets just this warning. */
  private static String member(Warning warning) {
    return switch (warning) {
      case BLOCKING -> "AsyncAction a = () -> Thread/*!*/.sleep(1);";
      case LOCK ->
          """
          Future<Integer> a(java.util.concurrent.locks.Lock lock, Future<Integer> x) {
            return async(() -> { lock.lock(); int n = /*!*/await(x); lock.unlock(); return n; });
          }
          """;
      case UNUSED -> "void a(Future<Integer> x) { /*!*/async(() -> await(x)); }";
      case CLOSE -> "AsyncAction a(AutoCloseable r) { return () -> r/*!*/.close(); }";
      case STACKFUL -> "@Stackful void deep() {} AsyncAction a = () -> /*!*/deep();";
      case PREEMPT ->
          """
          @Preemptible AsyncAction a(ThreadLocal<Boolean> on) {
            return /*!*/() -> { while (on.get()) {} };
          }
          """;
      case CANCEL ->
          """
          Future<?> a(Future<Void> stop, dev.weft.stream.AsyncStream<String> s) {
            return select(stop, s/*!*/.toList(8));
          }
          """;
      case SIZE ->
          "AsyncAction a(Future<Integer> x) { return /*!*/() -> { int s = 0; %s}; }"
              .formatted("s += await(x); ".repeat(120));
    };
  }

  @ParameterizedTest
  @EnumSource
  void warning_ofEachKind_namesItsKey(Warning warning) {
    Diagnosed.source(folder, "class A {\n" + member(warning) + "\n}")
        .hasWarnings("[" + warning.key() + "] ");
  }

  @ParameterizedTest
  @EnumSource
  void warning_ofEachKind_isSilencedByItsKeyUnderWerror(Warning warning) {
    Diagnosed.source(
            folder,
            "@SuppressWarnings(\"" + warning.key() + "\") class A {\n" + member(warning) + "\n}",
            "-Werror")
        .isClean();
  }
}
