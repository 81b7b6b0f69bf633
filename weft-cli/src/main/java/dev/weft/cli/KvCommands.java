package dev.weft.cli;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands of {@code weft kv} that are about stored pairs. */
final class KvCommands {

  private KvCommands() {}

  private static void printAll(List<@Nullable Value> values, PrintWriter out) {
    for (Value value : values) {
      out.println(KvValues.print(value));
    }
  }

  /** A command about one key. */
  abstract static class OneKey extends KvRequestCommand {
    @Parameters(index = "0", paramLabel = "TABLE", description = "Name of the table.")
    String table;

    @Parameters(index = "1", paramLabel = "KEY", description = "The key.")
    String key;
  }

  /** A command about several keys. */
  abstract static class ManyKeys extends KvRequestCommand {
    @Parameters(index = "0", paramLabel = "TABLE", description = "Name of the table.")
    String table;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "KEY", description = "The keys.")
    List<String> keys;
  }

  @Command(name = "set", description = "Stores a value; prints the old one.")
  static final class Set extends OneKey {
    @Parameters(index = "2", paramLabel = "VALUE", description = "The value, stored as text.")
    private String value;

    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(
          () -> out.println(KvValues.print(await(client.hset(table, key, KvValues.of(value))))));
    }
  }

  @Command(name = "get", description = "Prints a value; exit code 1 if there is none.")
  static final class Get extends OneKey {
    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(() -> out.println(KvValues.print(await(client.hgetOrFail(table, key)))));
    }
  }

  @Command(name = "getall", description = "Prints all of a table: key, tab, value.")
  static final class GetAll extends KvRequestCommand {
    @Parameters(index = "0", paramLabel = "TABLE", description = "Name of the table.")
    private String table;

    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(
          () -> {
            for (Kvpair pair : await(client.hgetall(table))) {
              out.println(pair.getKey() + "\t" + KvValues.print(pair.getValue()));
            }
          });
    }
  }

  @Command(name = "del", description = "Removes a key; prints the value it had.")
  static final class Del extends OneKey {
    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(() -> out.println(KvValues.print(await(client.hdel(table, key)))));
    }
  }

  @Command(name = "exist", description = "Prints whether a key has a value.")
  static final class Exist extends OneKey {
    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(() -> out.println(await(client.hexist(table, key))));
    }
  }

  @Command(name = "mset", description = "Stores several values; prints the old ones.")
  static final class SetMany extends KvRequestCommand {
    @Parameters(index = "0", paramLabel = "TABLE", description = "Name of the table.")
    private String table;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "KEY VALUE",
        description = "The pairs, each a key and its value.")
    private List<String> pairs;

    @Override
    void checkArguments() {
      if (pairs.size() % 2 != 0) {
        throw badInput("key '%s' has no value".formatted(pairs.getLast()));
      }
    }

    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      var all = new ArrayList<Kvpair>();
      for (int i = 0; i < pairs.size(); i += 2) {
        all.add(
            Kvpair.newBuilder()
                .setKey(pairs.get(i))
                .setValue(KvValues.of(pairs.get(i + 1)))
                .build());
      }
      return async(() -> printAll(await(client.hmset(table, all)), out));
    }
  }

  @Command(name = "mget", description = "Prints several values.")
  static final class GetMany extends ManyKeys {
    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(() -> printAll(await(client.hmget(table, keys)), out));
    }
  }

  @Command(name = "mdel", description = "Removes several keys; prints the values they had.")
  static final class DelMany extends ManyKeys {
    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(() -> printAll(await(client.hmdel(table, keys)), out));
    }
  }

  @Command(name = "mexist", description = "Prints for several keys whether each has a value.")
  static final class ExistMany extends ManyKeys {
    @Override
    Future<Void> ask(KvClient client, PrintWriter out) {
      return async(
          () -> {
            for (boolean there : await(client.hmexist(table, keys))) {
              out.println(there);
            }
          });
    }
  }
}
