package dev.weft.bench.compile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SampleSourceTest {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void text_bothKinds_haveAThousandLines(boolean blocks) {
    assertThat(SampleSource.text(blocks).lines().count()).isBetween(980L, 1_060L);
  }

  @Test
  void text_withBlocks_hasTwentyOfThem() {
    assertThat(SampleSource.text(true).split("async\\(", -1)).hasSize(21);
    assertThat(SampleSource.text(false)).doesNotContain("async(", "await(");
  }
}
