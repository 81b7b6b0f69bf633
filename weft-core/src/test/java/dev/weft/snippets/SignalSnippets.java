package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.signal.SignalStream;
import dev.weft.signal.Signals;

/** Signals. */
final class SignalSnippets {

  private SignalSnippets() {}

  static Future<String> serveUntilStopped(Future<Void> server) {
    return async(
        () -> {
          // @start region="stop"
          return switch (await(select(server, Signals.once("INT", "TERM")))) {
            case First(_) -> "the server has ended";
            case Second(String signal) -> "stopped by " + signal;
          };
          // @end
        });
  }

  static Future<Void> reloadAtEach(String signal, Runnable ready, Runnable reload) {
    return async(
        () -> {
          // @start region="stream"
          try (SignalStream signals = Signals.on(signal)) {
            ready.run();
            while (await(signals.next()) != null) {
              reload.run();
            }
          } // what the signal did before, it does again
          // @end
        });
  }
}
