package dev.weft.everypoll;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.everypoll.RaceScenarios.block;

import dev.weft.Future;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import dev.weft.actor.Reply;
import dev.weft.coroutine.Coroutine;
import dev.weft.coroutine.Generator;
import dev.weft.coroutine.Promise;
import dev.weft.interop.CompletableFutures;
import dev.weft.interop.Flows;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.sync.ClosedException;
import dev.weft.time.DelayQueue;
import dev.weft.time.Interval;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** Promises, actors, coroutines, and the ways to and from the JDK's own kinds. */
public final class BridgeScenarios {

  private static final Duration STEP = Duration.ofMillis(2);

  private BridgeScenarios() {}

  public static List<Scenario> all() {
    return List.of(
        Scenario.of("Promise of a future", BridgeScenarios::promise).withTasksOfTheirOwn(),
        Scenario.of("Promise.thenAwait", BridgeScenarios::chain).withTasksOfTheirOwn(),
        Scenario.of("Generator", BridgeScenarios::generator),
        Scenario.of("Generator left early", BridgeScenarios::generatorLeft),
        Scenario.of("Coroutine", BridgeScenarios::coroutine),
        Scenario.of("ActorRef.ask", BridgeScenarios::asked).withTasksOfTheirOwn(),
        Scenario.of("ActorRef.tell and watch", BridgeScenarios::told).withTasksOfTheirOwn(),
        Scenario.of("CompletableFutures.start", BridgeScenarios::started).withTasksOfTheirOwn(),
        Scenario.of("CompletableFutures.fromStage", BridgeScenarios::fromStage)
            .withTasksOfTheirOwn(),
        Scenario.of("CompletableFutures.sharedStage", BridgeScenarios::sharedStage)
            .withTasksOfTheirOwn(),
        new Scenario(
            "Flows.publisher and Streams.fromPublisher",
            run -> reading(run, published(run)),
            BridgeScenarios::published,
            true),
        Scenario.of("Flows.sink", BridgeScenarios::flowSink).withTasksOfTheirOwn(),
        new Scenario(
            "Streams.interval",
            run -> reading(run, Streams.interval(STEP).take(3)),
            run -> Streams.interval(Interval.every(STEP)).take(3),
            false),
        new Scenario(
            "Streams.expiring",
            run -> reading(run, Streams.expiring(delayed(run))),
            run -> Streams.expiring(delayed(run)),
            false));
  }

  private static Future<Void> reading(Run run, AsyncStream<?> stream) {
    return async(
        () -> {
          try {
            for (Object item; (item = await(stream.next())) != null; ) {
              run.take(item);
            }
          } finally {
            await(stream.closeAsync());
          }
        });
  }

  private static Future<String> working(Run run, String name) {
    return async(() -> run.take(await(block(run, name))).toString());
  }

  private static Future<String> promise(Run run) {
    return async(
        () -> {
          Promise<String> promise = Promise.from(run.weft(), working(run, "promised"));
          await(run.tick("pause"));
          return await(promise.future());
        });
  }

  private static Future<String> chain(Run run) {
    return async(
        () -> {
          Promise<String> promise =
              Promise.from(working(run, "first"))
                  .thenAwait(text -> working(run, "second"))
                  .then(text -> text + "!")
                  .catching(failure -> "failed");
          return await(promise.future());
        });
  }

  private static Generator<Integer> numbers(Run run) {
    return Generator.of(
        out -> {
          run.entered("generator");
          try {
            for (int i = 0; i < 3; i++) {
              out.yield(i);
            }
          } finally {
            run.left("generator");
          }
        });
  }

  private static Future<String> generatorLeft(Run run) {
    Generator<Integer> numbers = numbers(run);
    return async(
        () -> {
          String text = "";
          try (Generator.Run<Integer> each = numbers.iterator()) {
            for (int i = 0; i < 2 && each.hasNext(); i++) {
              await(run.tick("pause"));
              text += each.next();
            }
          }
          run.log("left after " + text);
          return text;
        });
  }

  private static Future<String> generator(Run run) {
    Generator<Integer> numbers = numbers(run);
    return async(
        () -> {
          String text = "";
          try (Generator.Run<Integer> each = numbers.iterator()) {
            while (each.hasNext()) { // also after the last await, with a request that came late
              text += each.next();
              run.log("values " + text);
              await(run.tick("pause"));
            }
          }
          run.log("no more values");
          return text;
        });
  }

  private static Future<String> coroutine(Run run) {
    return async(
        () -> {
          String text = "";
          try (Coroutine<Integer, Integer> doubling =
              Coroutine.of(
                  (out, first) -> {
                    run.entered("coroutine");
                    try {
                      int next = first;
                      for (int i = 0; i < 3; i++) {
                        next = out.yield(next * 2);
                      }
                      return next;
                    } finally {
                      run.left("coroutine");
                    }
                  })) {
            for (int i = 1; !doubling.isEnded(); i++) {
              text += doubling.resume(i);
              run.log(text);
              await(run.tick("pause"));
            }
          }
          return text;
        });
  }

  /** A message of the actors; public as the compiled blocks are loaded elsewhere. */
  public record Question(Reply<String> reply) {}

  private static ActorRef<Question> answering(Run run) {
    return Actor.<Question>of(
            "answering",
            self ->
                question -> {
                  run.entered("handler");
                  try {
                    await(run.tick("thinking"));
                    question.reply().send("answer");
                  } finally {
                    run.left("handler");
                  }
                })
        .withMailbox(1)
        .start(run.weft());
  }

  private static Future<Void> asked(Run run) {
    return async(
        () -> {
          ActorRef<Question> actor = answering(run);
          try {
            for (int i = 0; i < 3; i++) {
              run.log(await(actor.ask(Question::new)));
            }
          } finally {
            actor.stop();
          }
        });
  }

  private static Future<Void> told(Run run) {
    return async(
        () -> {
          ActorRef<Res> actor =
              Actor.<Res>of(
                      "taking",
                      self ->
                          item -> {
                            run.take(item);
                            await(run.tick("thinking"));
                          })
                  .withMailbox(1)
                  .start(run.weft());
          try {
            for (int i = 0; i < 3; i++) {
              Res item = run.own("item");
              await(actor.tell(item));
              item.givenAway();
            }
          } finally {
            actor.stop();
          }
          run.log("" + await(actor.watch()));
        });
  }

  private static Future<Void> started(Run run) {
    return async(
        () -> {
          CompletableFuture<Res> started =
              CompletableFutures.start(run.weft(), block(run, "started"));
          try {
            await(run.tick("pause"));
          } finally {
            started.cancel(false);
            if (!started.isCompletedExceptionally()) {
              run.take(started.join());
            }
          }
        });
  }

  private static Future<String> fromStage(Run run) {
    return async(
        () -> {
          var stage = CompletableFutures.start(run.weft(), working(run, "stage"));
          try {
            return await(CompletableFutures.fromStage(stage));
          } catch (CancellationException cancelled) {
            return "cancelled";
          }
        });
  }

  private static Future<String> sharedStage(Run run) {
    return async(
        () -> {
          var stage = CompletableFutures.start(run.weft(), working(run, "stage"));
          Future<String> shared = CompletableFutures.sharedStage(stage);
          return await(shared);
        });
  }

  private static AsyncStream<Res> published(Run run) {
    return Streams.fromPublisher(Flows.publisher(run.weft(), run.items("items", 3)), 2);
  }

  private static Future<Void> flowSink(Run run) {
    return async(
        () -> {
          var sink = Flows.<Res>sink(Flows.subscriber(run.weft(), run.sink("sink"), 2));
          try {
            for (int i = 0; i < 3; i++) {
              Res item = run.own("item");
              await(sink.feed(item));
            }
            await(sink.flush());
          } catch (ClosedException | CancellationException ended) {
            run.log("ended");
          } finally {
            await(sink.closeAsync());
          }
        });
  }

  private static DelayQueue<Res> delayed(Run run) {
    DelayQueue<Res> queue = DelayQueue.on(run.weft(), 10);
    for (int i = 0; i < 3; i++) {
      queue.insert(run.own("delayed"), STEP.multipliedBy(i));
    }
    return queue;
  }
}
