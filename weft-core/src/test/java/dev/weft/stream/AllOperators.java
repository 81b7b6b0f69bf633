package dev.weft.stream;

import dev.weft.Future;
import dev.weft.Poll;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Each operator once, in a form that gives as many items as its source has, or as lists of them.
 */
final class AllOperators {

  private AllOperators() {}

  /** An operator on a stream. */
  interface Use extends Function<AsyncStream<Item>, AsyncStream<?>> {}

  /** An item that can be told from all others. */
  record Item(int number) {}

  static final Duration LONG = Duration.ofHours(1);

  private static <T> Future<T> ready(T value) {
    return cx -> Poll.ready(value);
  }

  private static Arguments of(String name, Use use) {
    return Arguments.of(name, use);
  }

  static Stream<Arguments> all() {
    return Stream.of(
        of("map", s -> s.map(i -> i)),
        of("filter", s -> s.filter(i -> true)),
        of("take", s -> s.take(Long.MAX_VALUE)),
        of("skip", s -> s.skip(0)),
        of("takeWhile", s -> s.takeWhile(i -> true)),
        of("skipWhile", s -> s.skipWhile(i -> false)),
        of("scan", s -> s.scan(new Item(0), (a, b) -> b)),
        of("distinct", s -> s.distinct(Integer.MAX_VALUE)),
        of("distinctUntilChanged", AsyncStream::distinctUntilChanged),
        of("chunks", s -> s.chunks(1)),
        of("chunksTimeout", s -> s.chunksTimeout(1, LONG)),
        of("window", s -> s.window(1, 1)),
        of("mapAsync", s -> s.mapAsync(4, AllOperators::ready)),
        of("mapAsyncUnordered", s -> s.mapAsyncUnordered(4, AllOperators::ready)),
        of("flatMap", s -> s.flatMap(4, Streams::of)),
        of("flatMap of one", s -> s.flatMap(1, Streams::of)),
        of("merge", s -> s.merge(Streams.of())),
        of("merge of one", s -> Streams.merge(List.of(s))),
        of(
            "zip",
            s -> s.zip(Streams.fromIterator(Stream.generate(() -> 1).iterator()), (a, b) -> a)),
        of("concat before", s -> s.concat(Streams.of())),
        of("concat behind", s -> Streams.<Item>of().concat(s)),
        of("buffered", s -> s.buffered(8)),
        of("throttle", s -> s.throttle(Duration.ZERO)),
        of("timeoutEach", s -> s.timeoutEach(LONG)),
        of("groupBy", s -> s.groupBy(i -> 0, 1, 2).flatMap(1, Group::items)),
        of("share", s -> s.share(2).get()),
        of("peekable", AsyncStream::peekable),
        of("fuse", AsyncStream::fuse));
  }
}
