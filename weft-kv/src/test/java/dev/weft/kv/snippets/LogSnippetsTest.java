package dev.weft.kv.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.kv.store.SyncPolicy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogSnippetsTest {

  @TempDir private Path folder;

  @Test
  void visits_countedTwice_areTwo() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(LogSnippets.visits(folder))).isEqualTo(1);
      assertThat(weft.blockOn(LogSnippets.visits(folder))).isEqualTo(2);
    }
  }

  @Test
  void options_ofTheSnippet_areThose() {
    assertThat(LogSnippets.fast((_, _) -> {}).sync()).isEqualTo(SyncPolicy.EVERY_SECOND);
  }
}
