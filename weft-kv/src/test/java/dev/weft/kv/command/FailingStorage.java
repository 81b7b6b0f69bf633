package dev.weft.kv.command;

import static dev.weft.Async.async;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Storage;
import dev.weft.kv.testkit.Kv;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A storage whose disk is gone; only the key "good" is still readable. */
final class FailingStorage implements Storage {

  @Override
  public Future<Value> get(String table, String key) {
    return key.equals("good") ? async(() -> Kv.text(key)) : failed();
  }

  @Override
  public Future<Value> set(String table, String key, Value value) {
    return failed();
  }

  @Override
  public Future<Value> del(String table, String key) {
    return async(
        () -> {
          throw new UncheckedIOException(null, new IOException("no text of its own"));
        });
  }

  @Override
  public Future<Boolean> exist(String table, String key) {
    return failed();
  }

  @Override
  public AsyncStream<Kvpair> getAll(String table) {
    return new AsyncStream<>() {
      @Override
      public Object pollNext(Context cx) throws IOException {
        throw new IOException("the disk is gone");
      }
    };
  }

  private static <T> Future<T> failed() {
    return async(
        () -> {
          throw new IOException("the disk is gone");
        });
  }
}
