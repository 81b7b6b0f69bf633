package dev.weft.bench.program.reactor;

import dev.weft.bench.program.Sums;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.scheduler.Schedulers;

/**
 * Messages from one thread of the scheduler to others. A sink never makes its emitter wait, so that
 * what is bounded is a publisher, whose subscribers ask for as much as they have room for.
 */
final class FluxChannels {

  private static final int SPSC_CAPACITY = 64;
  private static final int BROADCAST_CAPACITY = 1_000;
  private static final int RECEIVERS = 4;
  private static final Integer MESSAGE = 1;

  private FluxChannels() {}

  static void spsc(int messages) {
    check(messages, messages(messages).publishOn(Schedulers.parallel(), SPSC_CAPACITY));
  }

  static void unbounded(int messages) {
    Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
    Schedulers.parallel()
        .schedule(
            () -> {
              for (int i = 0; i < messages; i++) {
                sink.emitNext(MESSAGE, EmitFailureHandler.FAIL_FAST);
              }
              sink.emitComplete(EmitFailureHandler.FAIL_FAST);
            });
    check(messages, sink.asFlux().publishOn(Schedulers.parallel()));
  }

  static void broadcast(int messages) {
    ConnectableFlux<Integer> shared = messages(messages).publish(BROADCAST_CAPACITY);
    var receivers = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < RECEIVERS; i++) {
      receivers.add(
          shared
              .publishOn(Schedulers.parallel(), BROADCAST_CAPACITY)
              .reduce(0, Integer::sum)
              .toFuture());
    }
    shared.connect();
    long sum = 0;
    for (CompletableFuture<Integer> receiver : receivers) {
      sum += receiver.join();
    }
    Sums.check((long) RECEIVERS * messages, sum);
  }

  /** From a thread of the scheduler. */
  private static Flux<Integer> messages(int messages) {
    return Flux.range(0, messages).map(_ -> MESSAGE).subscribeOn(Schedulers.parallel());
  }

  private static void check(int messages, Flux<Integer> received) {
    Sums.check(messages, received.reduce(0, Integer::sum).blockOptional().orElseThrow());
  }
}
