package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import java.util.List;
import java.util.function.Consumer;

/** A task that waits for events of a plain thread; see {@link Doorbell} for how it is woken. */
public final class CustomEventSource {

  private CustomEventSource() {}

  /**
   * Lets three visitors ring.
   *
   * @param args not used
   * @throws Exception if interrupted
   */
  public static void main(String[] args) throws Exception {
    var bell = new Doorbell();
    Thread visitors = new Thread(() -> List.of("Ann", "Ben", "Cleo").forEach(bell::ring));
    try (Weft weft = Weft.create()) {
      JoinHandle<Void> host = weft.spawn(welcome(bell, 3, IO::println));
      visitors.start();
      weft.blockOn(host);
    }
  }

  static Future<Void> welcome(Doorbell bell, int visitors, Consumer<String> say) {
    return async(
        () -> {
          for (int i = 0; i < visitors; i++) {
            say.accept("Welcome, " + await(bell.answer()) + "!");
          }
        });
  }
}
