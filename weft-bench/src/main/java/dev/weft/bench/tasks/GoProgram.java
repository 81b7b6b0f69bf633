package dev.weft.bench.tasks;

import dev.weft.bench.process.GoBinary;
import dev.weft.bench.process.Jvm;
import java.util.List;
import java.util.Optional;

/** The works in Go. */
final class GoProgram implements Contender.Launch {

  private final GoBinary binary =
      new GoBinary("go", "dev/weft/bench/go/", "main.go", "channels.go");

  GoProgram() {}

  @Override
  public Optional<String> missing() {
    return GoBinary.missing();
  }

  @Override
  public List<String> command(Jvm jvm) throws Exception {
    return binary.command();
  }
}
