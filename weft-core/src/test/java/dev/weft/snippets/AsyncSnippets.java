package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;

/** The first steps with async blocks. */
final class AsyncSnippets {

  private AsyncSnippets() {}

  /** Something that answers after a while. */
  interface Client {
    Future<Integer> read(String key);
  }

  // @start region="total"
  static Future<Integer> total(Client client) {
    return async(
        () -> { // lazy: nothing runs until it is awaited or spawned
          int a = await(client.read("a")); // suspension point; the thread is free meanwhile
          int b = await(client.read("b"));
          return a + b;
        });
  }

  // @end

  // @start region="run"
  static int runTotal(Client client) throws Exception {
    try (Weft weft = Weft.create()) {
      return weft.blockOn(total(client));
    }
  }

  // @end

  // @start region="join"
  static Future<Integer> totalAtOnce(Client client) {
    return async(
        () -> {
          Join2<Integer, Integer> both = await(join(client.read("a"), client.read("b")));
          return both.first() + both.second();
        });
  }

  // @end

  // @start region="select"
  static Future<String> fastest(Future<Integer> primary, Future<Integer> replica) {
    return async(
        () ->
            switch (await(select(primary, replica))) {
              case First(Integer value) -> value + " from the primary";
              case Second(Integer value) -> value + " from the replica";
            });
  }

  // @end

  // @start region="exception"
  static Future<Integer> orZero(Client client, String key) {
    return async(
        () -> {
          try {
            return await(client.read(key));
          } catch (IllegalArgumentException unknown) { // the very exception, not wrapped
            return 0;
          }
        });
  }

  // @end

  // @start region="loop"
  static Future<Integer> firstAbove(Client client, int limit) {
    return async(
        () -> {
          for (int i = 0; ; i++) {
            int value = await(client.read("key" + i));
            if (value > limit) {
              return value;
            }
          }
        });
  }

  // @end

  // @start region="stackful"
  static Future<Integer> sumOfTree(Client client, String root) {
    return stackful(() -> sum(client, root, 3));
  }

  @Stackful // awaits without being a block itself, so only stackful code and plain threads may call
  private static int sum(Client client, String node, int depth) throws Exception {
    int value = await(client.read(node));
    return depth == 0
        ? value
        : value + sum(client, node + ".l", depth - 1) + sum(client, node + ".r", depth - 1);
  }

  // @end
}
