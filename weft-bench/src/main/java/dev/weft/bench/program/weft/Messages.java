package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.sync.Mpsc;
import java.util.ArrayList;
import java.util.Objects;

/** Messages between tasks. */
final class Messages {

  private static final int PRODUCERS = 4;
  private static final int MPSC_CAPACITY = 1_000;

  private Messages() {}

  /** Pairs of tasks that send one message to and fro. */
  static Future<Void> pingPong(int pairs, int rounds) {
    return async(
        () -> {
          var ends = new ArrayList<JoinHandle<Void>>();
          for (int i = 0; i < pairs; i++) {
            Mpsc.Bounded<Integer> there = Mpsc.bounded(1);
            Mpsc.Bounded<Integer> back = Mpsc.bounded(1);
            ends.add(spawn(pong(rounds, there.receiver(), back.sender())));
            ends.add(spawn(ping(rounds, there.sender(), back.receiver())));
          }
          for (JoinHandle<Void> end : ends) {
            await(end);
          }
        });
  }

  private static Future<Void> ping(
      int rounds, Mpsc.Sender<Integer> out, Mpsc.Receiver<Integer> in) {
    return async(
        () -> {
          for (int i = 0; i < rounds; i++) {
            await(out.send(Producer.MESSAGE));
            await(in.recv());
          }
        });
  }

  private static Future<Void> pong(
      int rounds, Mpsc.Receiver<Integer> in, Mpsc.Sender<Integer> out) {
    return async(
        () -> {
          for (int i = 0; i < rounds; i++) {
            Integer message = Objects.requireNonNull(await(in.recv()));
            await(out.send(message));
          }
        });
  }

  static Future<Void> mpsc(int messages) {
    return async(
        () -> {
          Mpsc.Bounded<Integer> channel = Mpsc.bounded(MPSC_CAPACITY);
          for (int i = 0; i < PRODUCERS; i++) {
            var _ = spawn(Producer.of(messages / PRODUCERS, channel.sender()));
          }
          for (int i = 0; i < messages; i++) {
            await(channel.receiver().recv());
          }
        });
  }
}
