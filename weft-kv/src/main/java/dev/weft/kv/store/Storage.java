package dev.weft.kv.store;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tables of keys and values. Tables come into being with their first key and vanish with their
 * last; reading never creates one. Keys and table names may hold any characters.
 *
 * <p>Each method is lazy: nothing happens before its future is polled. Operations on one key are
 * atomic; those on several are not atomic together.
 *
 * <p><em>Errors:</em> an {@link java.io.IOException} when the engine can't do it.
 *
 * <p><em>Cancellation:</em> a cancelled write has either been done or not; the caller can't tell.
 *
 * <p><em>Threads:</em> any thread, any number at once.
 */
public interface Storage extends AsyncCloseable {

  /**
   * Reads a key.
   *
   * @param table name of the table
   * @param key the key
   * @return its value, or {@code null} if there is none
   */
  Future<@Nullable Value> get(String table, String key);

  /**
   * Stores a value in place of what was there.
   *
   * @param table name of the table
   * @param key the key
   * @param value the new value
   * @return the old value, or {@code null} if there was none
   */
  Future<@Nullable Value> set(String table, String key, Value value);

  /**
   * Removes a key.
   *
   * @param table name of the table
   * @param key the key
   * @return the value that was removed, or {@code null} if there was none
   */
  Future<@Nullable Value> del(String table, String key);

  /**
   * Looks for a key.
   *
   * @param table name of the table
   * @param key the key
   * @return whether it has a value
   */
  Future<Boolean> exist(String table, String key);

  /**
   * All pairs of a table in no particular order, as they were together at one moment between the
   * first poll and its answer; writes after it are not seen.
   *
   * @param table name of the table
   * @return the pairs; none if there is no such table
   */
  AsyncStream<Kvpair> getAll(String table);

  /**
   * Reads several keys.
   *
   * @param table name of the table
   * @param keys the keys, repetitions allowed
   * @return what {@link #get} gives for each, in order
   */
  default Future<List<Outcome<@Nullable Value>>> getMany(String table, List<String> keys) {
    return async(
        () -> {
          var outcomes = new ArrayList<Outcome<@Nullable Value>>(keys.size());
          for (String key : keys) {
            outcomes.add(await(Outcome.of(get(table, key))));
          }
          return outcomes;
        });
  }

  /**
   * Stores several pairs, one after another; a failure doesn't stop those behind it.
   *
   * @param table name of the table
   * @param pairs the pairs; of two with the same key the later one stays
   * @return what {@link #set} gives for each, in order
   */
  default Future<List<Outcome<@Nullable Value>>> setMany(String table, List<Kvpair> pairs) {
    return async(
        () -> {
          var outcomes = new ArrayList<Outcome<@Nullable Value>>(pairs.size());
          for (Kvpair pair : pairs) {
            outcomes.add(await(Outcome.of(set(table, pair.getKey(), pair.getValue()))));
          }
          return outcomes;
        });
  }

  /**
   * Removes several keys, one after another; a failure doesn't stop those behind it.
   *
   * @param table name of the table
   * @param keys the keys
   * @return what {@link #del} gives for each, in order
   */
  default Future<List<Outcome<@Nullable Value>>> delMany(String table, List<String> keys) {
    return async(
        () -> {
          var outcomes = new ArrayList<Outcome<@Nullable Value>>(keys.size());
          for (String key : keys) {
            outcomes.add(await(Outcome.of(del(table, key))));
          }
          return outcomes;
        });
  }

  /**
   * Looks for several keys.
   *
   * @param table name of the table
   * @param keys the keys
   * @return what {@link #exist} gives for each, in order
   */
  default Future<List<Outcome<Boolean>>> existMany(String table, List<String> keys) {
    return async(
        () -> {
          var outcomes = new ArrayList<Outcome<Boolean>>(keys.size());
          for (String key : keys) {
            outcomes.add(await(Outcome.of(exist(table, key))));
          }
          return outcomes;
        });
  }

  /**
   * Whether writes take effect in the order in which their futures were first polled, also those
   * that are asked for before others are answered. Only then are several writes of one connection
   * under way at once.
   *
   * @return always the same; false unless an engine says otherwise
   */
  default boolean keepsOrder() {
    return false;
  }

  /**
   * Writes out what an engine still holds back and gives its files free. Closing twice is harmless;
   * what is asked of the storage after it fails with an {@link java.io.IOException}. The default
   * has nothing to give back.
   *
   * <p><em>Cancellation:</em> the storage is closed all the same.
   *
   * @return completes when everything is written and closed, or fails with an {@link
   *     java.io.IOException} if something that was accepted couldn't be written
   */
  @Override
  default Future<Void> closeAsync() {
    return new MemoryCall<>(() -> null);
  }
}
