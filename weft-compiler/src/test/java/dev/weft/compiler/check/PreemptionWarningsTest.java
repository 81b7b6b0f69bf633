package dev.weft.compiler.check;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks that get no pre-emption points though they were to have some. */
final class PreemptionWarningsTest {

  @TempDir private Path folder;

  private Diagnosed source(String source) {
    return Diagnosed.source(folder, "import java.util.concurrent.locks.*;\n" + source);
  }

  private Diagnosed everywhere(String source) {
    return Diagnosed.source(
        folder, "import java.util.concurrent.locks.*;\n" + source, "-Xplugin:Weft preempt=loops");
  }

  @Test
  void lock_inAPreemptibleBlock_isAWarning() {
    source(
            """
            class A {
              @Preemptible Future<Void> a(Lock lock) {
                return async(/*!*/() -> {
                  for (int i = 0; i < 9; i++) {
                    lock.lock();
                    lock.unlock();
                  }
                });
              }
            }
            """)
        .hasWarnings(
            "[weft:preempt] A.a, line 7: This async block gets no pre-emption points, since"
                + " Lock.lock in line 9 is bound to the thread, and the block may go on on another"
                + " one after a point; take that out of the block, or switch the points off with"
                + " @Preemptible(false).");
  }

  @Test
  void subtypesOfLocksAndThreadLocals_areFoundAsWell() {
    everywhere(
            """
            class A {
              static class Mine extends ReentrantLock { private static final long serialVersionUID = 1; }
              static class Local extends ThreadLocal<Integer> {}
              Future<Void> a(Mine mine) {
                return async(/*!*/() -> { while (true) { mine.lock(); } });
              }
              Future<Void> b(Local local) {
                return async(/*!*/() -> { while (local.get() > 0) {} });
              }
              Future<Void> c(ReentrantReadWriteLock rw) {
                return async(/*!*/() -> { do { rw.readLock(); } while (true); });
              }
            }
            """)
        .hasWarnings(
            "A.Mine.lock in line 9", "A.Local.get in line 12", "ReentrantReadWriteLock.readLock");
  }

  @Test
  void blocksWithoutLoops_orWithoutPoints_areFine() {
    everywhere(
            """
            class A {
              Future<Void> noLoop(Lock lock) { return async(() -> lock.lock()); }
              Future<Void> noLock(int n) { return async(() -> { for (int i = 0; i < n; i++) {} }); }
              @Preemptible(false) Future<Void> off(Lock lock) {
                return async(() -> { while (true) { lock.lock(); } });
              }
              void plain(Lock lock) { while (true) { lock.lock(); } }
              @SuppressWarnings("weft:preempt") Future<Void> known(Lock lock) {
                return async(() -> { while (true) { lock.lock(); } });
              }
            }
            """)
        .isClean();
  }

  @Test
  void lock_inABlockThatIsNotPreemptible_isFine() {
    source(
            """
            class A {
              Future<Void> a(Lock lock) { return async(() -> { while (true) { lock.lock(); } }); }
            }
            """)
        .isClean();
  }
}
