package dev.weft.kv.store;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.proto.Kvpair;
import dev.weft.kv.proto.Value;
import dev.weft.stream.AsyncStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A fresh storage on a runtime with two workers, and requests to it in one line each. */
public abstract class StorageFixture {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int MOST_PAIRS = 1_000_000;

  @TempDir private Path folder;
  private Weft weft;
  private Storage storage;

  /** Opens the engine; what it keeps on disk goes into the folder, which is empty at first. */
  protected abstract Storage open(Weft weft, Path folder) throws Exception;

  @BeforeEach
  final void openStorage() throws Exception {
    weft = Weft.builder().workers(2).name("storage-test").build();
    storage = open(weft, folder);
  }

  @AfterEach
  final void closeStorage() throws Exception {
    try {
      run(storage.closeAsync());
    } finally {
      weft.close();
    }
  }

  protected final Weft weft() {
    return weft;
  }

  protected final Storage storage() {
    return storage;
  }

  protected final Path folder() {
    return folder;
  }

  /** Closes the storage and opens it on what it left. */
  protected final void reopen() throws Exception {
    run(storage.closeAsync());
    storage = open(weft, folder);
  }

  protected final <T> T run(Future<T> future) throws Exception {
    return weft.blockOn(timeout(LIMIT, future));
  }

  protected final Value set(String table, String key, Value value) throws Exception {
    return run(storage.set(table, key, value));
  }

  protected final Value get(String table, String key) throws Exception {
    return run(storage.get(table, key));
  }

  protected final Value del(String table, String key) throws Exception {
    return run(storage.del(table, key));
  }

  protected final boolean exist(String table, String key) throws Exception {
    return run(storage.exist(table, key));
  }

  protected final List<Kvpair> all(String table) throws Exception {
    return rest(storage.getAll(table));
  }

  protected final List<Kvpair> rest(AsyncStream<Kvpair> stream) throws Exception {
    return run(stream.toList(MOST_PAIRS));
  }

  /** Starts some tasks, each given its number. */
  protected final <T> List<JoinHandle<T>> spawn(int tasks, IntFunction<Future<T>> work) {
    var handles = new ArrayList<JoinHandle<T>>();
    for (int i = 0; i < tasks; i++) {
      handles.add(weft.spawn(work.apply(i)));
    }
    return handles;
  }

  /** Waits for the results of tasks. */
  protected final <T> List<T> join(List<JoinHandle<T>> handles) throws Exception {
    var results = new ArrayList<T>();
    for (JoinHandle<T> handle : handles) {
      results.add(run(handle));
    }
    return results;
  }

  /** Waits for the end of a task that was told to stop. */
  protected final void joinAborted(JoinHandle<?> handle) throws Exception {
    try {
      run(handle);
    } catch (CancellationException _) {
      // what was asked for; a task that was done already gives its result instead
    }
  }

  /** Takes a request for several keys that is refused, as a whole or for each key. */
  protected static <T> Future<Void> refused(Future<List<Outcome<T>>> request) {
    return async(
        () -> {
          List<Outcome<T>> outcomes;
          try {
            outcomes = await(request);
          } catch (IOException _) {
            return;
          }
          assertThat(outcomes)
              .isNotEmpty()
              .allSatisfy(
                  outcome -> {
                    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
                    assertThat(((Outcome.Failed<T>) outcome).failure())
                        .isInstanceOf(IOException.class);
                  });
        });
  }
}
