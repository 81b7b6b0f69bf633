package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.kv.proto.Value;
import dev.weft.kv.server.KvMeters;
import dev.weft.kv.store.Storage;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class EnginesTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"log", "rocksdb"})
  void durableEngine_feedsTheMeterOfForces(String engine) throws Exception {
    var registry = new SimpleMeterRegistry();
    var line = new CommandLine(new ServeCommand());
    ServeOptions.addTo(line.getCommandSpec());
    ServeConfig config =
        ServeConfig.of(
            line.parseArgs("--engine", engine, "--data", folder.toString()), ConfigFile.none());
    try (Weft weft = Weft.builder().workers(1).build()) {
      Storage storage = weft.blockOn(Engines.open(config, KvMeters.forceBatch(registry))).storage();
      weft.blockOn(storage.set("t", "k", Value.newBuilder().setString("v").build()));
      weft.blockOn(storage.closeAsync());
    }
    var summary = registry.get("kv.log.force.batch").summary();
    assertThat(summary.count()).isEqualTo(1);
    assertThat(summary.totalAmount()).isEqualTo(1);
  }
}
