package dev.weft.bench.kv;

import dev.weft.Weft;
import dev.weft.bench.process.Control;
import dev.weft.kv.server.KvServer;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.kv.store.log.LogOptions;
import dev.weft.kv.store.log.LogStorage;
import java.nio.file.Path;

/** The key-value server on the log engine, forced once a second. */
final class LogServer {

  private LogServer() {}

  /**
   * Says {@code recovered NANOS}, then serves until the input ends.
   *
   * @param args the folder
   */
  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.create()) {
      long start = System.nanoTime();
      LogStorage storage =
          weft.blockOn(
              LogStorage.open(
                  Path.of(args[0]), LogOptions.defaults().withSync(SyncPolicy.EVERY_SECOND)));
      Control.say("recovered", System.nanoTime() - start);
      KvServer server =
          weft.blockOn(KvServer.builder().address("127.0.0.1", 0).storage(storage).bind());
      weft.spawn(server.serve()).detach();
      Control.say("ready", server.localAddress().getPort());
      Control.serveUntilEnd();
      server.shutdown();
      weft.blockOn(storage.closeAsync());
    }
  }
}
