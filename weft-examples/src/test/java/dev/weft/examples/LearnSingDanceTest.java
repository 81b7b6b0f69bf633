package dev.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LearnSingDanceTest {

  @Test
  void main_run_dancesDuringTheLesson() throws Exception {
    assertThat(Output.of(() -> LearnSingDance.main(new String[0])))
        .containsExactly("learning a song", "dancing", "singing Greensleeves", "the show is over");
  }

  @Test
  void song_beforeTheLessonIsOver_isNotSung() throws Exception {
    var clock = new ManualClock();
    var output = new Output();
    try (Weft weft = ((RuntimeOptions) Weft.builder()).clock(clock).build()) {
      JoinHandle<Void> show = weft.spawn(LearnSingDance.show(output));
      assertThat(output.await(2)).containsExactly("learning a song", "dancing");
      clock.advance(LearnSingDance.LESSON.minus(Duration.ofNanos(1)));
      assertThat(show.isFinished()).isFalse();
      assertThat(output.lines()).hasSize(2);
      clock.advance(Duration.ofNanos(1));
      weft.blockOn(show);
      assertThat(output.lines()).endsWith("singing Greensleeves", "the show is over");
    }
  }
}
