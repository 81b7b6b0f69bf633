package dev.weft;

import static dev.weft.Async.join;
import static dev.weft.Async.select;
import static dev.weft.Async.selectBiased;
import static dev.weft.Async.tryJoin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Selected.Eighth;
import dev.weft.Selected.Fifth;
import dev.weft.Selected.First;
import dev.weft.Selected.Fourth;
import dev.weft.Selected.Second;
import dev.weft.Selected.Seventh;
import dev.weft.Selected.Sixth;
import dev.weft.Selected.Third;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Joins and races of three to eight futures put each result where it belongs. */
class WidthsTest {

  private final TestTask task = new TestTask();

  private static Future<Integer> value(int value) {
    return Futures.ready(() -> value);
  }

  /** The branches of a race that the one at an index wins. */
  private static List<Future<Integer>> wonBy(int winner, int width) {
    var all = new ArrayList<Future<Integer>>();
    for (int i = 0; i < width; i++) {
      all.add(i == winner ? value(i) : Futures.never());
    }
    return all;
  }

  private static Future<Integer> failing(String message) {
    return Futures.ready(
        () -> {
          throw new IOException(message);
        });
  }

  @Test
  void join_of3_keepsThePositions() throws Exception {
    assertThat(task.ready(join(value(0), value(1), value(2)))).isEqualTo(new Join3<>(0, 1, 2));
    assertThat(task.ready(tryJoin(value(0), value(1), value(2)))).isEqualTo(new Join3<>(0, 1, 2));
  }

  @Test
  void select_of3_namesTheWinner() throws Exception {
    for (int winner = 0; winner < 3; winner++) {
      List<Future<Integer>> b = wonBy(winner, 3);
      assertThat(place3(task.ready(select(b.get(0), b.get(1), b.get(2))))).isEqualTo(winner);
    }
    assertThat(task.ready(selectBiased(value(0), value(1), value(2)))).isEqualTo(new First<>(0));
  }

  private static int place3(Select3<Integer, Integer, Integer> won) {
    return switch (won) {
      case First(Integer value) -> value == 0 ? 0 : -1;
      case Second(Integer value) -> value == 1 ? 1 : -1;
      case Third(Integer value) -> value == 2 ? 2 : -1;
    };
  }

  @Test
  void join_of4_keepsThePositions() throws Exception {
    assertThat(task.ready(join(value(0), value(1), value(2), value(3))))
        .isEqualTo(new Join4<>(0, 1, 2, 3));
    assertThat(task.ready(tryJoin(value(0), value(1), value(2), value(3))))
        .isEqualTo(new Join4<>(0, 1, 2, 3));
  }

  @Test
  void select_of4_namesTheWinner() throws Exception {
    for (int winner = 0; winner < 4; winner++) {
      List<Future<Integer>> b = wonBy(winner, 4);
      assertThat(place4(task.ready(select(b.get(0), b.get(1), b.get(2), b.get(3)))))
          .isEqualTo(winner);
    }
    assertThat(task.ready(selectBiased(value(0), value(1), value(2), value(3))))
        .isEqualTo(new First<>(0));
  }

  private static int place4(Select4<Integer, Integer, Integer, Integer> won) {
    return switch (won) {
      case First(Integer value) -> value == 0 ? 0 : -1;
      case Second(Integer value) -> value == 1 ? 1 : -1;
      case Third(Integer value) -> value == 2 ? 2 : -1;
      case Fourth(Integer value) -> value == 3 ? 3 : -1;
    };
  }

  @Test
  void join_of5_keepsThePositions() throws Exception {
    assertThat(task.ready(join(value(0), value(1), value(2), value(3), value(4))))
        .isEqualTo(new Join5<>(0, 1, 2, 3, 4));
    assertThat(task.ready(tryJoin(value(0), value(1), value(2), value(3), value(4))))
        .isEqualTo(new Join5<>(0, 1, 2, 3, 4));
  }

  @Test
  void select_of5_namesTheWinner() throws Exception {
    for (int winner = 0; winner < 5; winner++) {
      List<Future<Integer>> b = wonBy(winner, 5);
      assertThat(place5(task.ready(select(b.get(0), b.get(1), b.get(2), b.get(3), b.get(4)))))
          .isEqualTo(winner);
    }
    assertThat(task.ready(selectBiased(value(0), value(1), value(2), value(3), value(4))))
        .isEqualTo(new First<>(0));
  }

  private static int place5(Select5<Integer, Integer, Integer, Integer, Integer> won) {
    return switch (won) {
      case First(Integer value) -> value == 0 ? 0 : -1;
      case Second(Integer value) -> value == 1 ? 1 : -1;
      case Third(Integer value) -> value == 2 ? 2 : -1;
      case Fourth(Integer value) -> value == 3 ? 3 : -1;
      case Fifth(Integer value) -> value == 4 ? 4 : -1;
    };
  }

  @Test
  void join_of6_keepsThePositions() throws Exception {
    assertThat(task.ready(join(value(0), value(1), value(2), value(3), value(4), value(5))))
        .isEqualTo(new Join6<>(0, 1, 2, 3, 4, 5));
    assertThat(task.ready(tryJoin(value(0), value(1), value(2), value(3), value(4), value(5))))
        .isEqualTo(new Join6<>(0, 1, 2, 3, 4, 5));
  }

  @Test
  void select_of6_namesTheWinner() throws Exception {
    for (int winner = 0; winner < 6; winner++) {
      List<Future<Integer>> b = wonBy(winner, 6);
      assertThat(
              place6(
                  task.ready(select(b.get(0), b.get(1), b.get(2), b.get(3), b.get(4), b.get(5)))))
          .isEqualTo(winner);
    }
    assertThat(task.ready(selectBiased(value(0), value(1), value(2), value(3), value(4), value(5))))
        .isEqualTo(new First<>(0));
  }

  private static int place6(Select6<Integer, Integer, Integer, Integer, Integer, Integer> won) {
    return switch (won) {
      case First(Integer value) -> value == 0 ? 0 : -1;
      case Second(Integer value) -> value == 1 ? 1 : -1;
      case Third(Integer value) -> value == 2 ? 2 : -1;
      case Fourth(Integer value) -> value == 3 ? 3 : -1;
      case Fifth(Integer value) -> value == 4 ? 4 : -1;
      case Sixth(Integer value) -> value == 5 ? 5 : -1;
    };
  }

  @Test
  void join_of7_keepsThePositions() throws Exception {
    assertThat(
            task.ready(join(value(0), value(1), value(2), value(3), value(4), value(5), value(6))))
        .isEqualTo(new Join7<>(0, 1, 2, 3, 4, 5, 6));
    assertThat(
            task.ready(
                tryJoin(value(0), value(1), value(2), value(3), value(4), value(5), value(6))))
        .isEqualTo(new Join7<>(0, 1, 2, 3, 4, 5, 6));
  }

  @Test
  void select_of7_namesTheWinner() throws Exception {
    for (int winner = 0; winner < 7; winner++) {
      List<Future<Integer>> b = wonBy(winner, 7);
      assertThat(
              place7(
                  task.ready(
                      select(
                          b.get(0), b.get(1), b.get(2), b.get(3), b.get(4), b.get(5), b.get(6)))))
          .isEqualTo(winner);
    }
    assertThat(
            task.ready(
                selectBiased(value(0), value(1), value(2), value(3), value(4), value(5), value(6))))
        .isEqualTo(new First<>(0));
  }

  private static int place7(
      Select7<Integer, Integer, Integer, Integer, Integer, Integer, Integer> won) {
    return switch (won) {
      case First(Integer value) -> value == 0 ? 0 : -1;
      case Second(Integer value) -> value == 1 ? 1 : -1;
      case Third(Integer value) -> value == 2 ? 2 : -1;
      case Fourth(Integer value) -> value == 3 ? 3 : -1;
      case Fifth(Integer value) -> value == 4 ? 4 : -1;
      case Sixth(Integer value) -> value == 5 ? 5 : -1;
      case Seventh(Integer value) -> value == 6 ? 6 : -1;
    };
  }

  @Test
  void join_of8_keepsThePositions() throws Exception {
    assertThat(
            task.ready(
                join(
                    value(0), value(1), value(2), value(3), value(4), value(5), value(6),
                    value(7))))
        .isEqualTo(new Join8<>(0, 1, 2, 3, 4, 5, 6, 7));
    assertThat(
            task.ready(
                tryJoin(
                    value(0), value(1), value(2), value(3), value(4), value(5), value(6),
                    value(7))))
        .isEqualTo(new Join8<>(0, 1, 2, 3, 4, 5, 6, 7));
  }

  @Test
  void select_of8_namesTheWinner() throws Exception {
    for (int winner = 0; winner < 8; winner++) {
      List<Future<Integer>> b = wonBy(winner, 8);
      assertThat(
              place8(
                  task.ready(
                      select(
                          b.get(0), b.get(1), b.get(2), b.get(3), b.get(4), b.get(5), b.get(6),
                          b.get(7)))))
          .isEqualTo(winner);
    }
    assertThat(
            task.ready(
                selectBiased(
                    value(0), value(1), value(2), value(3), value(4), value(5), value(6),
                    value(7))))
        .isEqualTo(new First<>(0));
  }

  private static int place8(
      Select8<Integer, Integer, Integer, Integer, Integer, Integer, Integer, Integer> won) {
    return switch (won) {
      case First(Integer value) -> value == 0 ? 0 : -1;
      case Second(Integer value) -> value == 1 ? 1 : -1;
      case Third(Integer value) -> value == 2 ? 2 : -1;
      case Fourth(Integer value) -> value == 3 ? 3 : -1;
      case Fifth(Integer value) -> value == 4 ? 4 : -1;
      case Sixth(Integer value) -> value == 5 ? 5 : -1;
      case Seventh(Integer value) -> value == 6 ? 6 : -1;
      case Eighth(Integer value) -> value == 7 ? 7 : -1;
    };
  }

  @Test
  void join_severalFail_firstIsThrownWithTheOthersSuppressed() {
    Throwable thrown =
        catchThrowable(() -> task.ready(join(failing("one"), value(2), failing("three"))));
    assertThat(thrown).isInstanceOf(IOException.class);
    assertThat(List.of(thrown.getMessage(), thrown.getSuppressed()[0].getMessage()))
        .containsExactlyInAnyOrder("one", "three");
  }

  @Test
  void tryJoin_oneFails_theRestIsCancelled() {
    var open = new Futures.Event<Integer>();
    assertThatThrownBy(() -> task.ready(tryJoin(open, failing("broken"), value(3))))
        .hasMessage("broken");
    assertThat(open.cancels()).isEqualTo(1);
  }

  @Test
  void join_nullFuture_isNamed() {
    assertThatThrownBy(() -> join(value(1), value(2), null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("c");
    assertThatThrownBy(() -> select(value(1), null, value(3), value(4)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("b");
  }
}
