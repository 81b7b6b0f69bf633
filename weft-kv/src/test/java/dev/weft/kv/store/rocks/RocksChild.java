package dev.weft.kv.store.rocks;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.kv.testkit.Kv.integer;
import static dev.weft.kv.testkit.Kv.text;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.store.SyncPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What tests do in a process of its own. */
final class RocksChild {

  static final int WRITERS = 8;

  private RocksChild() {}

  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.builder().workers(2).build()) {
      var options =
          RocksOptions.defaults()
              .withSync(SyncPolicy.valueOf(args[2]))
              .withWriteBufferBytes(1 << 30); // so that the log grows and nothing else
      RocksStorage storage = weft.blockOn(RocksStorage.open(Path.of(args[1]), options));
      System.out.println("open");
      switch (args[0]) {
        case "count" -> count(weft, storage);
        case "fill" -> fill(weft, storage);
        default -> throw new IllegalArgumentException(args[0]);
      }
    } catch (IOException failure) {
      System.out.println(failure.getMessage());
    }
  }

  /** Counts in a key for each writer, and prints what was acknowledged; until it is killed. */
  private static void count(Weft weft, RocksStorage storage) throws Exception {
    List<JoinHandle<Void>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      String key = "k" + i;
      writers.add(
          weft.spawn(
              async(
                  () -> {
                    for (int n = 1; ; n++) {
                      await(storage.set("t", key, integer(n)));
                      System.out.println(key + " " + n);
                    }
                  })));
    }
    for (JoinHandle<Void> writer : writers) {
      weft.blockOn(writer);
    }
  }

  /** Writes until a limit of the system is met, and prints what becomes of requests after it. */
  private static void fill(Weft weft, RocksStorage storage) throws Exception {
    var value = text("x".repeat(1 << 20));
    int written = 0;
    String failure = "";
    while (failure.isEmpty() && written < 1_000) {
      try {
        weft.blockOn(storage.set("t", "k" + written, value));
        written++;
      } catch (IOException full) {
        failure = full.getMessage();
      }
    }
    System.out.println("failed after " + written + ": " + failure);
    try {
      weft.blockOn(storage.set("t", "more", integer(1)));
      System.out.println("taken");
    } catch (IOException refused) {
      System.out.println("then: " + refused.getMessage());
    }
    System.out.println("read " + value.equals(weft.blockOn(storage.get("t", "k0"))));
  }
}
