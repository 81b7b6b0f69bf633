package dev.weft.compiler.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.compiler.Javac;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Awaits where none can be compiled. */
public final class MisplacedAwaitTest {

  @TempDir private Path folder;

  private Diagnosed source(String source) {
    return Diagnosed.source(folder, source);
  }

  @Test
  void await_inBlocksOfAllKinds_isFine() {
    source(
            """
            class A {
              AsyncBody<Integer> stored = () -> await(async(() -> 1));
              Future<Integer> value(Future<Integer> x) { return async(() -> await(x) + 1); }
              Future<Void> action(Future<Integer> x) { return async(() -> { await(x); }); }
              Future<Integer> scoped(Future<Integer> x) { return scope(s -> await(s.spawn(x))); }
              Future<Integer> nested(Future<Integer> x) {
                return async(() -> await(async(() -> awaitUnchecked(x))));
              }
            }
            """)
        .isClean();
  }

  @Test
  void await_inMethod_isAnError() {
    source(
            """
            class A {
              int plain(Future<Integer> x) throws Exception { return /*!*/await(x); }
              A(Future<Integer> x) { /*!*/awaitUnchecked(x); }
            }
            """)
        .hasErrors(
            "await stands outside any async block: put the code into async(() -> …), or mark"
                + " plain @Stackful",
            "awaitUnchecked stands outside any async block: put the code into async(() -> …), or"
                + " mark the constructor @Stackful");
  }

  @Test
  void await_inMain_isAdvisedToBlockOn() {
    source(
            """
            class A {
              static void main(String[] args) throws Exception { /*!*/await(sleep(null)); }
            }
            """)
        .hasErrors(
            "await stands outside any async block, where timers and sockets have no runtime: put the"
                + " code into async(() -> …), and give that to the blockOn of a Weft.");
  }

  @Test
  void await_inStackfulCode_isFine() {
    source(
            """
            class A {
              @Stackful A(Future<Integer> x) throws Exception { await(x); }
              @Stackful synchronized int marked(Future<Integer> x) throws Exception {
                Runnable r = () -> awaitUnchecked(x);
                r.run();
                return await(x);
              }
              Future<Integer> block(Future<Integer> x) {
                return stackful(() -> {
                  List.of(1).forEach(i -> awaitUnchecked(x));
                  synchronized (this) { return await(x); }
                });
              }
              Future<Integer> reference(List<Future<Integer>> all) {
                return stackful(() -> all.stream().mapToInt(Async::awaitUnchecked).sum());
              }
            }
            """)
        .isClean();
  }

  @Test
  void await_inMonitorOfBlock_isAnError() {
    source(
            """
            class A {
              Future<Integer> a(Future<Integer> x) {
                return async(() -> {
                  synchronized (this) {
                    if (x != null) { return /*!*/await(x); }
                  }
                  return 0;
                });
              }
            }
            """)
        .hasErrors("await can't stand in a synchronized block of an async block");
  }

  @Test
  void await_besideMonitor_isFine() {
    source(
            """
            class A {
              synchronized Future<Integer> made(Future<Integer> x) {
                return async(() -> await(x));
              }
              Future<Integer> a(Future<A> x, Future<Integer> y) {
                return async(() -> {
                  Future<Integer> inside;
                  synchronized (await(x)) { inside = async(() -> await(y)); }
                  return await(inside);
                });
              }
            }
            """)
        .isClean();
  }

  @Test
  void await_inSynchronizedMethod_isAnError() {
    source(
            """
            class A {
              synchronized int a(Future<Integer> x) throws Exception { return /*!*/await(x); }
            }
            """)
        .hasErrors("await stands in the synchronized method a, whose monitor would be held");
  }

  @Test
  void await_inInitialisers_isAnError() {
    source(
            """
            class A {
              static final Future<Integer> X = async(() -> 1);
              static int field = /*!*/awaitUnchecked(X);
              int other = 1 + /*!*/awaitUnchecked(X);
              static { /*!*/awaitUnchecked(X); }
              { /*!*/awaitUnchecked(X); }
              enum E {
                ONE(/*!*/awaitUnchecked(X)) { final int y = /*!*/awaitUnchecked(X); };
                E(int x) {}
              }
            }
            """)
        .hasErrors(
            "awaitUnchecked can't stand in an initialiser",
            "awaitUnchecked can't stand in an initialiser",
            "awaitUnchecked can't stand in an initialiser",
            "awaitUnchecked can't stand in an initialiser",
            "awaitUnchecked can't stand in an initialiser",
            "awaitUnchecked can't stand in an initialiser");
  }

  @Test
  void await_beforeSuper_isAnError() {
    source(
            """
            class A {
              A(int x) {}
              static class B extends A {
                B(Future<Integer> x) { super(/*!*/awaitUnchecked(x)); }
                @Stackful B(Future<Integer> x, int y) { this(/*!*/awaitUnchecked(x) > y ? x : x); }
                B(String s, Future<Integer> x) {
                  int n = /*!*/awaitUnchecked(x);
                  super(n);
                }
                B(Future<Integer> x, long later) {
                  Future<Integer> made = async(() -> await(x));
                  super(made.hashCode());
                }
              }
            }
            """)
        .hasErrors(
            "awaitUnchecked can't stand before super(…) or this(…)",
            "awaitUnchecked can't stand before super(…) or this(…)",
            "awaitUnchecked can't stand before super(…) or this(…)");
  }

  @Test
  void await_inPlainLambdaOfBlock_isAnError() {
    source(
            """
            class A {
              Future<Void> a(Future<Integer> x) {
                return async(() -> {
                  List.of(1).forEach(i -> /*!*/awaitUnchecked(x));
                  Runnable later = () -> { Runnable inner = () -> /*!*/awaitUnchecked(x); };
                  later.run();
                });
              }
            }
            """)
        .hasErrors(
            "stands in a plain lambda, which the async block around it can't suspend",
            "stands in a plain lambda, which the async block around it can't suspend");
  }

  @Test
  void await_inPlainLambda_isAnError() {
    source("class A { Runnable a(Future<Integer> x) { return () -> /*!*/awaitUnchecked(x); } }")
        .hasErrors("stands in a lambda that is no async block: make it async(() -> …)");
  }

  @Test
  void await_inALambdaForAnUnknownMethod_isNotComplainedOf() {
    Javac.Compiled compiled =
        Javac.weft(folder)
            .tryCompile(
                "A.java",
                """
                import static dev.weft.Async.*;
                import dev.weft.*;
                class A {
                  void a(Future<Integer> x) throws Exception {
                    unknown(() -> await(x));
                    async(y -> await(x));
                    Nowhere f = Async::awaitUnchecked;
                  }
                }
                """);
    assertThat(compiled.messages())
        .hasSize(3)
        .anyMatch(message -> message.contains("unknown"))
        .anyMatch(message -> message.contains("no suitable method found for async"))
        .anyMatch(message -> message.contains("class Nowhere"));
  }

  @Test
  void await_inClassWithinBlock_isAnError() {
    source(
            """
            class A {
              Future<Void> a(Future<Integer> x) {
                return async(() -> {
                  new Object() { void m() { /*!*/awaitUnchecked(x); } }.m();
                });
              }
            }
            """)
        .hasErrors("awaitUnchecked stands outside any async block");
  }

  @Test
  void awaitReference_outsideStackfulCode_isAnError() {
    source(
            """
            class A {
              Future<Integer> a(List<Future<Integer>> all) {
                return async(() -> all.stream().mapToInt(/*!*/Async::awaitUnchecked).sum());
              }
            }
            """)
        .hasErrors("A reference to await runs outside the async block");
  }

  @Test
  void future_ofBothPackages_getsTheAdviceToImportIt() {
    Diagnosed.whole(
            folder,
            """
            import dev.weft.*;
            import java.util.concurrent.*;
            class A {
              private /*!*/Future<String> field;
            }
            """)
        .hasErrorFirst("add \"import dev.weft.Future;\" to say which one is meant");
  }

  @Test
  void future_usedInABodyOnly_getsTheAdviceToImportIt() {
    Diagnosed.whole(
            folder,
            """
            import dev.weft.Async;
            import java.util.concurrent.*;
            import dev.weft.*;
            class A {
              static int m() { /*!*/Future<String> local = null; return local == null ? 1 : 2; }
            }
            """)
        .hasErrorFirst("add \"import dev.weft.Future;\" to say which one is meant");
  }

  @Test
  void future_ofTheModuleInACompactFile_getsTheAdviceToImportIt() throws Exception {
    URI core = Future.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    Diagnosed.whole(
            folder,
            """
            import module dev.weft.core;
            /*!*/Future<String> field;
            void main() {}
            """,
            "--module-path",
            Path.of(core).toString(),
            "--add-modules",
            "dev.weft.core")
        .hasErrorFirst("add \"import dev.weft.Future;\" to say which one is meant");
  }

  @Test
  void future_ofThePackageInACompactFile_isFine() {
    Diagnosed.whole(
            folder,
            """
            import dev.weft.*;
            Future<String> field;
            void main() {}
            """)
        .isClean();
  }

  @Test
  void future_imported_isFine() {
    Diagnosed.whole(
            folder,
            """
            import dev.weft.*;
            import dev.weft.Future;
            import java.util.concurrent.*;
            class A {
              Future<String> field;
              Executor other;
            }
            """)
        .isClean();
  }

  @Test
  void future_declaredInTheFile_isFine() {
    Diagnosed.whole(
            folder,
            """
            import dev.weft.*;
            import java.util.concurrent.*;
            class A {
              interface Future {}
              Future field;
              Executor other;
              Waker waker;
            }
            """)
        .isClean();
  }
}
