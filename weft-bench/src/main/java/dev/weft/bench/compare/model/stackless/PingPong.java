package dev.weft.bench.compare.model.stackless;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.bench.compare.model.Batch;
import dev.weft.bench.compare.model.Host;
import dev.weft.sync.Mpsc;
import java.util.Objects;

/** Two tasks and two channels. */
final class PingPong implements Batch {

  private final Weft weft;

  PingPong(Host host) {
    weft = host.weft();
  }

  @Override
  public long run(int rounds) throws Exception {
    return weft.blockOn(weft.spawn(ping(rounds)));
  }

  private static Future<Long> ping(int rounds) {
    return async(
        () -> {
          Mpsc.Bounded<Integer> there = Mpsc.bounded(1);
          Mpsc.Bounded<Integer> back = Mpsc.bounded(1);
          spawn(pong(rounds, there.receiver(), back.sender())).detach();
          long answers = 0;
          for (int i = 0; i < rounds; i++) {
            await(there.sender().send(i));
            answers += Objects.requireNonNull(await(back.receiver().recv())) == i ? 1 : 0;
          }
          return answers;
        });
  }

  private static Future<Void> pong(
      int rounds, Mpsc.Receiver<Integer> in, Mpsc.Sender<Integer> out) {
    return async(
        () -> {
          for (int i = 0; i < rounds; i++) {
            Integer number = Objects.requireNonNull(await(in.recv()));
            await(out.send(number));
          }
        });
  }
}
