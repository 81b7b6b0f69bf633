package dev.weft.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weft.bench.compare.model.Hogs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How figures are come by. */
final class FiguresTest {

  @Test
  void lines_ofASource_areThoseOfCode() {
    List<String> source =
        """
        package a;

        import b.C;

        /** What it is. */
        final class D {
          /*
           * Why.
           */
          int e; // a remark
          // another one
        }
        """
            .lines()
            .toList();

    assertThat(CodeSize.lines(source)).isEqualTo(3);
  }

  @Test
  void codeSize_ofEachModelAndWorkload_isKnown() throws IOException {
    for (Contestant each : Contestants.all()) {
      for (Workload workload : Workload.values()) {
        if (each.lacking(workload).isEmpty()) {
          var figures = new Figures();
          CodeSize.of(each, workload, figures);
          assertThat(figures.metrics().get("codeLines"))
              .as(each.name() + " " + workload)
              .isBetween(10.0, 150.0);
          assertThat(figures.metrics().get("classBytes")).isBetween(1_000.0, 40_000.0);
        }
      }
    }
  }

  @Test
  void threadLimit_ofSeveralBounds_isAQuarterOfTheScarcest() {
    Limits limits =
        Limits.threads(List.of(new Limits.Bound("this", 4_000), new Limits.Bound("that", 2_000)));

    assertThat(limits.threads()).isEqualTo(500);
    assertThat(limits.threadsReason())
        .isEqualTo("no more than 500 threads are started here, a quarter of what that allows");
  }

  @Test
  void limits_ofThisSystem_leaveRoomForSomething() throws IOException {
    Limits limits = Limits.ofThisSystem();

    assertThat(limits.threads()).isGreaterThan(10);
    assertThat(limits.heapMegabytes()).isGreaterThan(10);
  }

  @Test
  void fairness_ofHogs_isHowManyOfThemGotOn() {
    var hogs = new Hogs(4, Duration.ofHours(1));
    assertThat(hogs.fairness()).isZero();

    hogs.step(1);
    hogs.step(1);
    assertThat(hogs.fairness()).isEqualTo(0.25, within(1e-9));

    hogs.step(2);
    hogs.step(2);
    assertThat(hogs.fairness()).isEqualTo(0.5, within(1e-9));
    assertThat(hogs.steps()).isEqualTo(4);
  }

  @Test
  void hogs_whenTheirTimeIsOver_stop() {
    var hogs = new Hogs(1, Duration.ZERO);

    assertThat(hogs.step(0)).isFalse();
    assertThat(hogs.tick()).isFalse();
    assertThat(hogs.steps()).isZero();
  }
}
