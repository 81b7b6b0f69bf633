package dev.weft.kv.snippets;

import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.kv.store.rocks.RocksOptions;
import dev.weft.kv.store.rocks.RocksStorage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RocksSnippetsTest {

  @TempDir private Path folder;

  @Test
  void pairs_counted_areThoseOfTheTable() throws Exception {
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(RocksSnippets.count(folder, "t"))).isZero();
      RocksStorage storage = weft.blockOn(RocksStorage.open(folder, RocksOptions.defaults()));
      weft.blockOn(storage.set("t", "k", text("v")));
      weft.blockOn(storage.closeAsync());

      assertThat(weft.blockOn(RocksSnippets.count(folder, "t"))).isOne();
    }
  }
}
