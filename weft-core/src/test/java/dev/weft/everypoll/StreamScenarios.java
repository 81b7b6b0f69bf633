package dev.weft.everypoll;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;
import static dev.weft.everypoll.RaceScenarios.block;

import dev.weft.Future;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Group;
import dev.weft.stream.PeekableStream;
import dev.weft.stream.Streams;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Operators of streams, and what uses streams up. */
public final class StreamScenarios {

  private static final Duration STEP = Duration.ofMillis(2);

  private StreamScenarios() {}

  /** A stream that is read by a block, and by single reads that are cancelled. */
  private static Scenario of(String name, Function<Run, AsyncStream<?>> stream) {
    return new Scenario(name, run -> readAll(run, stream.apply(run)), stream, false);
  }

  private static Scenario whole(String name, Scenario.Start start) {
    return Scenario.of(name, start);
  }

  private static Future<Void> readAll(Run run, AsyncStream<?> stream) {
    return async(
        () -> {
          run.entered("reader");
          try {
            for (Object item; (item = await(stream.next())) != null; ) {
              run.take(item);
            }
          } finally {
            try {
              await(stream.closeAsync());
            } finally {
              run.left("reader");
            }
          }
        });
  }

  private static AsyncStream<Res> items(Run run) {
    return run.items("items", 3);
  }

  /** A step that takes time and makes a resource of another. */
  private static Future<Res> slow(Run run, Res item) {
    run.take(item);
    return block(run, "slow");
  }

  private static Future<String> taking(Run run, Res item) {
    run.take(item);
    return async(
        () -> {
          run.entered("taking");
          try {
            await(run.tick("taking"));
            return item.toString();
          } finally {
            run.left("taking");
          }
        });
  }

  public static List<Scenario> all() {
    return List.of(
        of("source", run -> items(run)),
        of("map", run -> items(run).map(item -> item)),
        of("filter", run -> items(run).filter(item -> true)),
        of("take", run -> items(run).take(2)),
        of("skip", run -> items(run).skip(0)),
        of("skip of some", run -> items(run).skip(2)),
        of("takeWhile", run -> items(run).takeWhile(item -> true)),
        of("skipWhile", run -> items(run).skipWhile(item -> false)),
        of("scan", run -> items(run).scan("", (text, item) -> text + run.take(item))),
        of("distinct", run -> items(run).distinct(10)),
        of("distinctUntilChanged", run -> items(run).distinctUntilChanged()),
        of("distinctUntilChanged by", run -> items(run).distinctUntilChanged((a, b) -> false)),
        of("chunks", run -> items(run).chunks(2)),
        of("chunksTimeout", run -> items(run).chunksTimeout(2, STEP)),
        of("window", run -> items(run).map(run::take).map(Res::toString).window(2, 1)),
        of("window without overlap", run -> items(run).window(2, 2)),
        of("window with gaps", run -> run.items("items", 5).window(1, 3)),
        of("mapAsync", run -> items(run).mapAsync(2, item -> slow(run, item))),
        of("mapAsync to text", run -> items(run).mapAsync(3, item -> taking(run, item))),
        of("mapAsyncUnordered", run -> items(run).mapAsyncUnordered(2, item -> slow(run, item))),
        of("flatMap", StreamScenarios::flattened),
        of("merge", run -> items(run).merge(items(run))),
        of("merge of a list", run -> Streams.merge(List.of(items(run), items(run), items(run)))),
        of("zip", run -> items(run).zip(items(run), List::of)),
        of("concat", run -> items(run).concat(items(run))),
        of("buffered", run -> items(run).buffered(2)),
        of("debounce", run -> items(run).debounce(STEP)),
        of("throttle", run -> items(run).throttle(STEP)),
        of("timeoutEach", run -> items(run).timeoutEach(STEP.multipliedBy(2))),
        of("groupBy", run -> items(run).groupBy(Res::toString, 4, 2).flatMap(4, Group::items)),
        of("share", run -> items(run).share(2).get()),
        whole("share by two", StreamScenarios::shared),
        of("peekable", run -> items(run).peekable()),
        whole("peek", StreamScenarios::peeked),
        of("fuse", run -> items(run).fuse()),
        of("groups in merge", run -> grouped(run).merge(grouped(run)).flatMap(4, Group::items)),
        of(
            "groups in merge one by one",
            run -> grouped(run).merge(grouped(run)).map(Group::items).flatMap(1, items -> items)),
        of("filter of some", StreamScenarios::some),
        of("filter of some in merge", run -> some(run).merge(some(run))),
        of("filter of some in zip", run -> some(run).zip(some(run), List::of)),
        of("filter of some in concat", run -> some(run).concat(some(run))),
        of("filter of some in timeoutEach", run -> some(run).timeoutEach(STEP.multipliedBy(5))),
        of("filter of some in mapAsync", run -> some(run).mapAsync(2, item -> slow(run, item))),
        of("filter of some in flatMap", run -> inner(run, 2)),
        of("filter of some in flatMap one by one", run -> inner(run, 1)),
        of("filter of some in share", run -> some(run).share(1).get()),
        of("filter of some in debounce", run -> some(run).debounce(STEP)),
        of("filter of some in chunksTimeout", run -> some(run).chunksTimeout(2, STEP)),
        of("filter of some in buffered", run -> some(run).buffered(2)),
        of("operators in a row", StreamScenarios::row),
        of("a block that emits", StreamScenarios::emitting),
        of("unfold", StreamScenarios::unfolded),
        whole("forEach", run -> using(run, items(run), s -> s.forEach(run::take))),
        whole(
            "forEach of mapAsync",
            run -> items(run).mapAsync(2, item -> slow(run, item)).forEach(run::take)),
        whole(
            "fold",
            run -> using(run, items(run), s -> s.fold("", (text, item) -> text + run.take(item)))),
        whole("toList", run -> using(run, noted(run), s -> s.toList(10))),
        whole("collect", run -> using(run, noted(run), s -> s.collect(Collectors.toList()))));
  }

  private static AsyncStream<Group<Integer, Res>> grouped(Run run) {
    return items(run).groupBy(Res::hashCode, 4, 1);
  }

  /** Two of six items, of which the test takes those that it doesn't accept. */
  private static AsyncStream<Res> some(Run run) {
    int[] seen = {0};
    return run.items("items", 6)
        .filter(
            item -> {
              boolean accepted = seen[0]++ % 3 == 2;
              if (!accepted) {
                run.take(item);
              }
              return accepted;
            });
  }

  private static AsyncStream<Res> inner(Run run, int limit) {
    return some(run)
        .flatMap(
            limit,
            item -> {
              run.take(item);
              return some(run);
            });
  }

  private static AsyncStream<String> noted(Run run) {
    return items(run).map(run::take).map(Res::toString);
  }

  /** Uses up a stream that isn't closed by that. */
  private static <T> Future<Object> using(
      Run run, AsyncStream<T> stream, Function<AsyncStream<T>, Future<?>> use) {
    return async(
        () -> {
          run.entered("user");
          try {
            return await(use.apply(stream));
          } finally {
            try {
              await(stream.closeAsync());
            } finally {
              run.left("user");
            }
          }
        });
  }

  private static AsyncStream<?> flattened(Run run) {
    return items(run)
        .flatMap(
            2,
            item -> {
              run.take(item);
              return run.items("inner", 2);
            });
  }

  private static AsyncStream<?> row(Run run) {
    return items(run)
        .buffered(1)
        .mapAsync(2, item -> slow(run, item))
        .merge(items(run).throttle(STEP))
        .chunks(2);
  }

  private static Future<Void> shared(Run run) {
    Supplier<AsyncStream<Res>> readers = items(run).share(1);
    return async(
        () -> {
          AsyncStream<Res> first = readers.get();
          AsyncStream<Res> second = readers.get();
          try {
            await(
                scope(
                    s -> {
                      s.spawn(counting(run, first));
                      s.spawn(counting(run, second));
                      return null;
                    }));
          } finally {
            try {
              await(first.closeAsync());
            } finally {
              await(second.closeAsync());
            }
          }
        });
  }

  /** Reads items that others get as well: each is noted by the first. */
  private static Future<Void> counting(Run run, AsyncStream<Res> stream) {
    return async(
        () -> {
          for (Res item; (item = await(stream.next())) != null; ) {
            if (item.delivered == 0) {
              run.take(item);
            }
          }
        });
  }

  private static Future<Void> peeked(Run run) {
    PeekableStream<Res> stream = items(run).peekable();
    return async(
        () -> {
          run.entered("reader");
          try {
            while (await(stream.peek()) != null) {
              run.take(await(stream.next()));
            }
          } finally {
            try {
              await(stream.closeAsync());
            } finally {
              run.left("reader");
            }
          }
        });
  }

  private static AsyncStream<?> emitting(Run run) {
    return Streams.<Res>stream(
        out -> {
          run.entered("generator");
          try {
            for (int i = 0; i < 3; i++) {
              await(out.emit(await(block(run, "made"))));
            }
          } finally {
            run.left("generator");
          }
        });
  }

  private static AsyncStream<?> unfolded(Run run) {
    return Streams.<Integer, Res>unfold(
        0,
        state ->
            async(
                () ->
                    state == 3
                        ? null
                        : new Streams.Step<>(await(run.leaf("unfolded")), state + 1)));
  }
}
