package dev.weft.kv.server;

import dev.weft.kv.command.CommandService;
import dev.weft.kv.command.Service;
import dev.weft.kv.proto.CommandRequest.RequestDataCase;
import dev.weft.kv.topic.TopicStats;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** The meters of a server, all made before its first connection. */
final class ServerMetrics {

  /*
   * Idea: what is counted for each request is found by two array indices, so that counting allocates and
   * looks up nothing. The statuses of the protocol are few; any other one is counted as "other".
   */

  private static final int[] STATUSES = {200, 400, 404, 500};
  private static final Duration SHORTEST = Duration.ofNanos(10_000);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Counter[][] requests;
  private final Timer[] durations;
  private final Counter accepted;
  private final Counter refused;
  private final Counter bytesIn;
  private final Counter bytesOut;
  private final LongAdder open = new LongAdder();

  ServerMetrics(MeterRegistry registry, Service service) {
    RequestDataCase[] kinds = RequestDataCase.values();
    int size = 1 + Arrays.stream(kinds).mapToInt(RequestDataCase::getNumber).max().orElse(0);
    requests = new Counter[size][STATUSES.length + 1];
    durations = new Timer[size];
    for (RequestDataCase kind : kinds) {
      String name = RequestLog.kind(kind);
      for (int i = 0; i <= STATUSES.length; i++) {
        requests[kind.getNumber()][i] =
            Counter.builder("kv.requests")
                .description("requests that were answered")
                .tag("kind", name)
                .tag("status", i < STATUSES.length ? String.valueOf(STATUSES[i]) : "other")
                .register(registry);
      }
      durations[kind.getNumber()] =
          Timer.builder("kv.request.duration")
              .description("from a request read to its first response encoded")
              .tag("kind", name)
              .publishPercentileHistogram()
              .minimumExpectedValue(SHORTEST)
              .maximumExpectedValue(LONGEST)
              .register(registry);
    }
    accepted = counter(registry, "kv.connections.accepted", "connections that were accepted");
    refused =
        counter(
            registry, "kv.connections.refused", "accepted connections without a request stream");
    bytesIn = bytes(registry, "kv.bytes.in", "bytes of frames read");
    bytesOut = bytes(registry, "kv.bytes.out", "bytes of frames written");
    Gauge.builder("kv.connections", open, LongAdder::sum)
        .description("connections now")
        .register(registry);
    if (service instanceof CommandService commands) {
      topics(registry, commands);
    }
  }

  private static void topics(MeterRegistry registry, CommandService commands) {
    TopicStats stats = commands.topicStats();
    Gauge.builder("kv.subscribers", commands, CommandService::subscriptions)
        .description("subscriptions now")
        .register(registry);
    FunctionCounter.builder("kv.messages.published", stats, TopicStats::published)
        .description("messages published")
        .register(registry);
    FunctionCounter.builder("kv.messages.queued", stats, TopicStats::queued)
        .description("messages queued for a subscriber, counted for each")
        .register(registry);
    FunctionCounter.builder("kv.messages.dropped", stats, TopicStats::dropped)
        .description("queued messages dropped for newer ones, counted for each subscriber")
        .register(registry);
    FunctionCounter.builder("kv.subscribers.ended", stats, TopicStats::endedAsTooSlow)
        .description("subscriptions ended because their client was too slow")
        .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }

  private static Counter bytes(MeterRegistry registry, String name, String description) {
    return Counter.builder(name).description(description).baseUnit("bytes").register(registry);
  }

  void accepted() {
    accepted.increment();
    open.increment();
  }

  void closed() {
    open.decrement();
  }

  void refused() {
    refused.increment();
  }

  void answered(RequestDataCase kind, int status, long nanos) {
    requests[kind.getNumber()][indexOf(status)].increment();
    durations[kind.getNumber()].record(nanos, TimeUnit.NANOSECONDS);
  }

  void read(int bytes) {
    bytesIn.increment(bytes);
  }

  void written(long bytes) {
    bytesOut.increment((double) bytes);
  }

  private static int indexOf(int status) {
    int i = 0;
    while (i < STATUSES.length && STATUSES[i] != status) {
      i++;
    }
    return i;
  }
}
