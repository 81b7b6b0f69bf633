package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.bench.program.Sums;
import dev.weft.sync.Broadcast;
import dev.weft.sync.Mpsc;
import java.util.ArrayList;
import java.util.Objects;

/**
 * Messages that each of several receivers gets. A broadcast never makes its sender wait, so that a
 * slow receiver would miss some; here the sender itself waits, after as many messages as are kept,
 * until all receivers have them.
 */
final class Broadcasts {

  private static final int CAPACITY = 1_000;
  private static final int RECEIVERS = 4;

  private Broadcasts() {}

  static Future<Void> broadcast(int messages) {
    return async(
        () -> {
          Broadcast<Integer> channel = Broadcast.create(CAPACITY);
          Mpsc.Bounded<Boolean> done = Mpsc.bounded(RECEIVERS);
          var receivers = new ArrayList<JoinHandle<Integer>>();
          for (int i = 0; i < RECEIVERS; i++) {
            receivers.add(spawn(receive(messages, channel.sender().subscribe(), done.sender())));
          }
          channel.receiver().close();
          for (int sent = 1; sent <= messages; sent++) {
            channel.sender().send(Producer.MESSAGE);
            if (isPause(sent, messages)) {
              for (int i = 0; i < RECEIVERS; i++) {
                await(done.receiver().recv());
              }
            }
          }
          int sum = 0;
          for (JoinHandle<Integer> receiver : receivers) {
            sum += await(receiver);
          }
          Sums.check((long) RECEIVERS * messages, sum);
        });
  }

  private static Future<Integer> receive(
      int messages, Broadcast.Receiver<Integer> in, Mpsc.Sender<Boolean> done) {
    return async(
        () -> {
          int sum = 0;
          for (int received = 1; received <= messages; received++) {
            sum +=
                switch (Objects.requireNonNull(await(in.recv()))) {
                  case Broadcast.Message<Integer>(Integer message) -> message;
                  case Broadcast.Lagged<Integer>(long missed) ->
                      throw new IllegalStateException("A receiver has missed " + missed);
                };
            if (isPause(received, messages)) {
              await(done.send(true));
            }
          }
          return sum;
        });
  }

  private static boolean isPause(int count, int messages) {
    return count % CAPACITY == 0 || count == messages;
  }
}
