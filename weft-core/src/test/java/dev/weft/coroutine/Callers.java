package dev.weft.coroutine;

import static dev.weft.Async.stackful;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.internal.stackful.TestThreads;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** From where coroutines are resumed. */
enum Callers {
  PLATFORM {
    @Override
    <T> T call(Callable<T> code) throws Exception {
      return code.call();
    }
  },
  VIRTUAL {
    @Override
    <T> T call(Callable<T> code) throws Exception {
      var task = new FutureTask<>(code);
      Thread.ofVirtual().start(task);
      return unwrap(task);
    }
  },
  STACKFUL_TASK {
    @Override
    <T> T call(Callable<T> code) throws Exception {
      try (Weft weft = Weft.builder().workers(1).build()) {
        return weft.blockOn(weft.spawn(stackful(code::call)));
      }
    }
  },
  POLL {
    @Override
    <T> T call(Callable<T> code) throws Exception {
      try (Weft weft = Weft.builder().workers(1).build()) {
        Future<T> inPoll = cx -> Poll.ready(code.call());
        return weft.blockOn(weft.spawn(inPoll));
      }
    }
  };

  private static final long LIMIT_SECONDS = 20;

  abstract <T> T call(Callable<T> code) throws Exception;

  static Stream<Arguments> all() {
    return Arrays.stream(values())
        .flatMap(caller -> TestThreads.available().map(mode -> Arguments.of(caller, mode)));
  }

  static <T> T unwrap(FutureTask<T> task) throws Exception {
    try {
      return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException failed) {
      if (failed.getCause() instanceof Exception exception) {
        throw exception;
      }
      throw (Error) failed.getCause();
    }
  }
}
