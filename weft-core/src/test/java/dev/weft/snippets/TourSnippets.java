package dev.weft.snippets;

// @start region="imports"
import static dev.weft.Async.*;

import dev.weft.*;

// @end

/** The first example of all. */
final class TourSnippets {

  private TourSnippets() {}

  /** Something that answers after a while. */
  interface Client {
    Future<Integer> read(String key);
  }

  // @start region="tour"
  static Future<Integer> total(Client client) {
    return async(
        () -> { // lazy: nothing runs until it is awaited or spawned
          int a = await(client.read("a")); // suspension point; the thread is free meanwhile
          int b = await(client.read("b"));
          return a + b;
        });
  }

  static void show(Client client) throws Exception {
    try (Weft weft = Weft.create()) {
      System.out.println(weft.blockOn(total(client)));
    }
  }
  // @end
}
