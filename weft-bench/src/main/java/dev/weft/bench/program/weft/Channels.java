package dev.weft.bench.program.weft;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.spawn;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.bench.program.Sums;
import dev.weft.sync.Mpmc;
import dev.weft.sync.Mpsc;
import dev.weft.sync.Rendezvous;
import java.util.ArrayList;
import java.util.Objects;

/** Messages over each kind of channel, of which each goes to one receiver. */
final class Channels {

  private static final int SPSC_CAPACITY = 64;
  private static final int MPMC_CAPACITY = 1_000;
  private static final int SIDES = 4;

  private Channels() {}

  static Future<Void> spsc(int messages) {
    return async(
        () -> {
          Mpsc.Bounded<Integer> channel = Mpsc.bounded(SPSC_CAPACITY);
          var _ = spawn(Producer.of(messages, channel.sender()));
          int sum = 0;
          for (int i = 0; i < messages; i++) {
            sum += Objects.requireNonNull(await(channel.receiver().recv()));
          }
          Sums.check(messages, sum);
        });
  }

  static Future<Void> unbounded(int messages) {
    return async(
        () -> {
          Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
          var _ = spawn(Producer.of(messages, channel.sender()));
          int sum = 0;
          for (int i = 0; i < messages; i++) {
            sum += Objects.requireNonNull(await(channel.receiver().recv()));
          }
          Sums.check(messages, sum);
        });
  }

  static Future<Void> rendezvous(int messages) {
    return async(
        () -> {
          Rendezvous<Integer> channel = Rendezvous.create();
          var _ = spawn(Producer.of(messages, channel.sender()));
          int sum = 0;
          for (int i = 0; i < messages; i++) {
            sum += Objects.requireNonNull(await(channel.receiver().recv()));
          }
          Sums.check(messages, sum);
        });
  }

  /** Each receiver takes its part of the messages, whichever they are. */
  static Future<Void> mpmc(int messages) {
    return async(
        () -> {
          Mpmc.Bounded<Integer> channel = Mpmc.bounded(MPMC_CAPACITY);
          var receivers = new ArrayList<JoinHandle<Integer>>();
          for (int i = 0; i < SIDES; i++) {
            receivers.add(spawn(receive(messages / SIDES, channel.receiver())));
            var _ = spawn(Producer.of(messages / SIDES, channel.sender()));
          }
          int sum = 0;
          for (JoinHandle<Integer> receiver : receivers) {
            sum += await(receiver);
          }
          Sums.check(messages, sum);
        });
  }

  private static Future<Integer> receive(int messages, Mpmc.Receiver<Integer> in) {
    return async(
        () -> {
          int sum = 0;
          for (int i = 0; i < messages; i++) {
            sum += Objects.requireNonNull(await(in.recv()));
          }
          return sum;
        });
  }
}
