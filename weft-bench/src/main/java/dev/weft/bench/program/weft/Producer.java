package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.sync.Mpsc;

/** A task that sends one message after another. */
final class Producer {

  static final Integer MESSAGE = 1;

  private Producer() {}

  static Future<Void> of(int messages, Mpsc.Sender<Integer> out) {
    return async(
        () -> {
          for (int i = 0; i < messages; i++) {
            await(out.send(MESSAGE));
          }
        });
  }
}
