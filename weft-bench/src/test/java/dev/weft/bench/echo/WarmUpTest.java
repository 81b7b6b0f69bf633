package dev.weft.bench.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class WarmUpTest {

  private static final Duration SLICE = Duration.ofMillis(200);

  private final WarmUp warmUp = new WarmUp(SLICE, 5, 6, 30); // rest is 25 ms of compiling in 1 s

  @Test
  void run_serverWithoutCompiler_getsTheLeast() throws IOException {
    assertThat(warmUp.run(new Compiling())).isEqualTo(6);
  }

  @Test
  void run_serverThatCompiles_goesOnUntilThatRests() throws IOException {
    assertThat(warmUp.run(new Compiling(200, 150, 90, 0, 0, 0, 0, 60, 10, 10))).isEqualTo(13);
  }

  @Test
  void run_methodThatIsCompiledLate_isRestAllTheSame() throws IOException {
    assertThat(warmUp.run(new Compiling(200, 0, 0, 10, 0, 10))).isEqualTo(6);
  }

  @Test
  void run_serverThatNeverRests_endsAtTheMost() throws IOException {
    int[] always = new int[100];
    Arrays.fill(always, 40);

    assertThat(warmUp.run(new Compiling(always))).isEqualTo(30);
  }

  /** Compiles so many milliseconds in each slice. */
  private static final class Compiling implements WarmUp.Warmed {
    private final int[] millis;
    private int slices;
    private double seconds;

    Compiling(int... millis) {
      this.millis = millis;
    }

    @Override
    public void run(Duration length) {
      assertThat(length).isEqualTo(SLICE);
      if (slices < millis.length) {
        seconds += millis[slices] / 1e3;
      }
      slices++;
    }

    @Override
    public double compilerSeconds() {
      return seconds;
    }
  }
}
