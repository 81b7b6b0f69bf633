package dev.weft.compiler.check;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Branches of races that lose something when they lose. */
final class LosingBranchesTest {

  @TempDir private Path folder;

  private Diagnosed source(String source) {
    return Diagnosed.source(
        folder,
        """
        import dev.weft.io.*;
        import dev.weft.stream.*;
        import dev.weft.sync.*;
        import java.time.Duration;
        """
            + source);
  }

  @Test
  void branchThatLosesItems_isAWarningWithAdvice() {
    source(
            """
            class A {
              Future<?> a(AsyncStream<String> s, Future<Void> stop) {
                return select(stop, s/*!*/.toList(8));
              }
            }
            """)
        .hasWarnings(
            "[weft:cancel] AsyncStream.toList loses the items collected so far when this branch of"
                + " select loses: collect the items of next() yourself, or wrap the branch in"
                + " keep(…) and await it later, or spawn it and race its handle.");
  }

  @Test
  void eachKindOfRace_isLookedAt() {
    source(
            """
            class A {
              Future<?> a(AsyncStream<String> s, Future<List<String>> stop, Duration d) {
                var biased = selectBiased(s/*!*/.toList(8), stop);
                var list = select(List.of(stop, s/*!*/.toList(8)));
                return timeout(d, join(join(biased, list), s/*!*/.toList(8)));
              }
            }
            """)
        .hasWarnings(
            "when this branch of selectBiased loses",
            "when this branch of select loses",
            "when the timeout cancels it: collect the items of next() yourself, or spawn it and set"
                + " the limit on its handle.");
  }

  @Test
  void racesForOneValue_areLookedAt() {
    source(
            """
            class A {
              Future<?> a(AsyncStream<String> s, Future<List<String>> stop, Retry policy) {
                var won = race(stop, s/*!*/.toList(8));
                var good = firstSuccess(won, retry(policy, () -> await(s/*!*/.toList(8))));
                return timeoutAt(5, join(good, s/*!*/.toList(8), shield(s.toList(8))));
              }
            }
            """)
        .hasWarnings(
            "when this branch of race loses",
            "when this branch of firstSuccess loses",
            "when the timeout cancels it: collect");
  }

  @Test
  void callsWithinTheBranch_areFollowed() {
    source(
            """
            class A {
              Future<?> a(AsyncRead r, AsyncWrite w, AsyncStream<String> s, Duration d, boolean b) {
                return select(
                    timeout(d, onDiscard((Io/*!*/.copy(r, w)), n -> {})),
                    b ? s.next() : async(() -> {
                      for (int i = 0; i < 3; i++) {
                        String all = "" + await(s/*!*/.fold("", (x, y) -> x + y));
                        if (all.isEmpty()) { return all; }
                      }
                      return "";
                    }));
              }
            }
            """)
        .hasWarningsInAnyOrder(
            "[weft:cancel] Io.copy loses what was read and not yet written when",
            "[weft:cancel] AsyncStream.fold loses the value so far when this branch of select");
  }

  @Test
  void methodsOfYourOwn_annotatedAndOverridden_count() {
    source(
            """
            interface Source {
              @CancelSafe(loses = "half a page") Future<String> page();
            }
            class Mine implements Source {
              public Future<String> page() { return async(() -> ""); }
              @CancelSafe Future<String> safe() { return page(); }
            }
            class Careful extends Mine {
              @CancelSafe @Override public Future<String> page() { return super.page(); }
            }
            class A {
              Future<?> a(Mine mine, Careful careful, Future<Void> stop) {
                return select(List.of(mine/*!*/.page(), mine.safe(), careful.page()));
              }
            }
            """)
        .hasWarnings("Mine.page loses half a page when this branch of select loses: wrap");
  }

  @Test
  void branchesThatLoseNothing_areFine() {
    source(
            """
            class A {
              Future<?> a(AsyncStream<String> s, BufReader r, AsyncWrite w, Mpsc.Receiver<String> c,
                  Future<Void> stop, Duration d, Future<List<String>> known) {
                Future<List<String>> variable = s.toList(8);
                return join(
                    all(
                        select(stop, keep(s.toList(8))),
                        select(stop, spawn(s.toList(8))),
                        select(stop, Io.copy(r, w)),
                        select(s.next(), c.recv()),
                        timeout(d, unknown(s.toList(8))),
                        timeout(d, variable),
                        timeout(d, async(() -> { var all = s.toList(8); return await(spawn(all)); })),
                        timeout(d, async(() -> known))));
              }
              static <T> Future<T> unknown(Future<T> future) { return future; }
              Future<?> outside(AsyncStream<String> s) { return s.toList(8); }
              static List<Future<Object>> all(Future<?>... futures) { return List.of(); }
              Future<?> notOurs(AsyncStream<String> s) { return Other.select(s.toList(8)); }
            }
            class Other {
              static Future<Void> select(Future<?> a) { return async(() -> {}); }
            }
            """)
        .isClean();
  }

  @Test
  void closeUnderATimeout_isMeantAndFine_butNotAsABranchOfSelect() {
    source(
            """
            class A {
              interface Pipe extends AsyncCloseable {}
              Future<?> a(AsyncCloseable w, Pipe p, Duration d, Future<Void> stop) {
                Future<?> plain = timeout(d, w.closeAsync());
                Future<?> inBlock = timeout(d, async(() -> await(p.closeAsync())));
                return join(join(plain, inBlock), select(stop, w/*!*/.closeAsync()));
              }
            }
            """)
        .hasWarnings(
            "[weft:cancel] AsyncCloseable.closeAsync loses what is still buffered when this branch"
                + " of select loses: flush first, or wrap");
  }

  @Test
  void keySuppressed_isSilent() {
    source(
            """
            class A {
              @SuppressWarnings("weft:cancel")
              Future<?> a(AsyncStream<String> s, Future<Void> stop) {
                return select(stop, s.toList(8));
              }
            }
            """)
        .isClean();
  }
}
