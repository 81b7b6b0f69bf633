package dev.weft.bench.compare;

import dev.weft.bench.compare.model.Host;
import dev.weft.bench.process.Control;
import java.util.Map;

/** The process of a cell: one model that does one workload. */
final class CellProgram {

  private CellProgram() {}

  /**
   * Says {@code ready PORT} and answers until the input ends; what fails ends it with a line that
   * says why.
   *
   * @param args the model's name, and a {@link Workload}
   */
  public static void main(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler((_, failure) -> fail(failure));
    Contestant contestant = Contestants.named(args[0]);
    Workload workload = Workload.valueOf(args[1]);
    try (Host host = contestant.host()) {
      Map<String, Control.Command> commands = CellCommands.of(workload, contestant.model(), host);
      Control.say("ready", workload == Workload.ECHO ? contestant.model().echo(host).listen() : 0);
      Control.serveUntilEnd(commands);
    } catch (Throwable failure) { // also the system's refusal of a thread, which is an Error
      fail(failure);
    }
  }

  /** Halts, since what waits may keep the process from ending. */
  private static void fail(Throwable failure) {
    String message = failure.getMessage();
    Control.say(
        "failed", (message == null ? failure.toString() : message).lines().findFirst().orElse(""));
    Runtime.getRuntime().halt(1);
  }
}
