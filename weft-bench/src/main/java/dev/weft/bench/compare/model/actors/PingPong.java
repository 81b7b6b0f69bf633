package dev.weft.bench.compare.model.actors;

import static dev.weft.Async.await;

import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import java.util.concurrent.CompletableFuture;

/** Two actors that answer each other. */
final class PingPong implements Batch {

  private final Weft weft;

  PingPong(Host host) {
    weft = host.weft();
  }

  /** What is passed on. */
  private record Ball(int answers, ActorRef<Ball> back) {}

  @Override
  public long run(int rounds) throws Exception {
    var end = new CompletableFuture<Integer>();
    Actor<Ball> pong =
        Actor.of(
            "pong",
            context ->
                ball -> await(ball.back().tell(new Ball(ball.answers() + 1, context.self()))));
    Actor<Ball> ping =
        Actor.of(
            "ping",
            context ->
                ball -> {
                  if (ball.answers() == rounds) {
                    end.complete(ball.answers());
                  } else {
                    await(ball.back().tell(new Ball(ball.answers(), context.self())));
                  }
                });
    ActorRef<Ball> first = ping.start(weft);
    ActorRef<Ball> second = pong.start(weft);
    weft.blockOn(first.tell(new Ball(0, second)));
    long answers = end.get();
    first.stop();
    second.stop();
    return answers;
  }
}
