package dev.weft.bench.kv;

import dev.weft.Weft;
import dev.weft.bench.process.Control;
import dev.weft.kv.server.KvServer;

/** The key-value server with its pairs in memory. */
final class MemoryServer {

  private MemoryServer() {}

  /**
   * Serves until the input ends.
   *
   * @param args none
   */
  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.create()) {
      KvServer server =
          weft.blockOn(KvServer.builder().address("127.0.0.1", 0).maxConnections(100_000).bind());
      weft.spawn(server.serve()).detach();
      Control.say("ready", server.localAddress().getPort());
      Control.serveUntilEnd();
    }
  }
}
