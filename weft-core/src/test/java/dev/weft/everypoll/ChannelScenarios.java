package dev.weft.everypoll;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.scope;

import dev.weft.Future;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.sync.Broadcast;
import dev.weft.sync.Mpmc;
import dev.weft.sync.Mpsc;
import dev.weft.sync.Oneshot;
import dev.weft.sync.Rendezvous;
import dev.weft.sync.TryRecv;
import dev.weft.sync.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Channels and sinks. What was sent is received or still there. */
public final class ChannelScenarios {

  private ChannelScenarios() {}

  public static List<Scenario> all() {
    return List.of(
        Scenario.of("Mpsc.bounded", run -> mpsc(run, 1)),
        Scenario.of("Mpsc.unbounded", ChannelScenarios::unbounded),
        Scenario.of("Mpsc.reserve", ChannelScenarios::reserved),
        Scenario.of("Mpsc.recvMany", ChannelScenarios::many),
        Scenario.of("Mpmc", ChannelScenarios::mpmc),
        Scenario.of("Rendezvous", ChannelScenarios::rendezvous),
        Scenario.of("Oneshot", ChannelScenarios::oneshot),
        Scenario.of("Broadcast", ChannelScenarios::broadcast),
        Scenario.of("Watch", ChannelScenarios::watch),
        new Scenario(
            "Streams.fromReceiver",
            run -> Streams.fromReceiver(filled(run)).forEach(run::take),
            run -> Streams.fromReceiver(filled(run)),
            false),
        Scenario.of("AsyncSink.feed", run -> fed(run, sink -> sink)),
        Scenario.of("AsyncSink.with", run -> fed(run, sink -> sink.with(item -> item))),
        Scenario.of("AsyncSink.buffer", run -> fed(run, sink -> sink.buffer(2))),
        Scenario.of("AsyncSink.fanout", ChannelScenarios::fanout),
        Scenario.of("AsyncSink.send", ChannelScenarios::sent),
        Scenario.of("AsyncSink.sendAll", run -> sendAll(run, false)),
        Scenario.of("AsyncSink.forward", run -> sendAll(run, true)));
  }

  /** Sends a resource; it is the library's once the send has returned. */
  private static Future<Void> sending(Run run, Function<Res, Future<Void>> send) {
    return async(
        () -> {
          for (int i = 0; i < 3; i++) {
            Res item = run.own("item");
            await(send.apply(item));
            item.givenAway();
          }
        });
  }

  private static Future<Void> receiving(Run run, java.util.function.Supplier<Future<Res>> recv) {
    return async(
        () -> {
          for (Res item; (item = await(recv.get())) != null; ) {
            run.take(item);
            await(run.tick("pause"));
          }
        });
  }

  private static Future<Void> rest(Run run, java.util.function.Supplier<TryRecv<Res>> tryRecv) {
    return async(
        () -> {
          while (tryRecv.get() instanceof TryRecv.Received<Res>(Res value)) {
            run.stillThere(value);
          }
        });
  }

  private static Future<Void> mpsc(Run run, int capacity) {
    Mpsc.Bounded<Res> channel = Mpsc.bounded(capacity);
    run.atEnd(
        () -> {
          channel.receiver().close();
          return rest(run, channel.receiver()::tryRecv);
        });
    return pair(
        run,
        async(
            () -> {
              try (Mpsc.BoundedSender<Res> sender = channel.sender()) {
                await(sending(run, sender::send));
              }
            }),
        receiving(run, channel.receiver()::recv));
  }

  private static Future<Void> pair(Run run, Future<Void> sending, Future<Void> receiving) {
    return scope(
        s -> {
          s.spawn(sending);
          await(receiving);
          return null;
        });
  }

  private static Future<Void> unbounded(Run run) {
    Mpsc.Unbounded<Res> channel = Mpsc.unbounded();
    run.atEnd(() -> rest(run, channel.receiver()::tryRecv));
    return pair(
        run,
        async(
            () -> {
              try (Mpsc.Sender<Res> sender = channel.sender()) {
                await(sending(run, sender::send));
              }
            }),
        async(
            () -> {
              await(receiving(run, channel.receiver()::recv));
              await(channel.sender().closed());
            }));
  }

  private static Future<Void> reserved(Run run) {
    Mpsc.Bounded<Res> channel = Mpsc.bounded(1);
    run.atEnd(
        () ->
            async(
                () -> {
                  await(rest(run, channel.receiver()::tryRecv));
                  run.require(
                      channel.sender().capacity() == 1 || channel.sender().isClosed(),
                      channel + " lost a place");
                }));
    return pair(
        run,
        async(
            () -> {
              for (int i = 0; i < 3; i++) {
                try (Mpsc.Permit<Res> permit = await(channel.sender().reserve())) {
                  await(run.tick("permit"));
                  Res item = run.own("item");
                  permit.send(item);
                  item.givenAway();
                }
              }
            }),
        async(
            () -> {
              for (int i = 0; i < 3; i++) {
                run.take(await(channel.receiver().recv()));
              }
            }));
  }

  private static Future<Void> many(Run run) {
    Mpsc.Bounded<Res> channel = Mpsc.bounded(2);
    List<Res> got = new ArrayList<>();
    run.atEnd(
        () -> {
          run.take(got);
          return rest(run, channel.receiver()::tryRecv);
        });
    return pair(
        run,
        async(
            () -> {
              try (Mpsc.BoundedSender<Res> sender = channel.sender()) {
                await(sending(run, sender::send));
              }
            }),
        async(
            () -> {
              while (await(channel.receiver().recvMany(got, 2)) > 0) {
                await(run.tick("pause"));
              }
            }));
  }

  private static Future<Void> mpmc(Run run) {
    Mpmc.Bounded<Res> channel = Mpmc.bounded(1);
    Mpmc.Receiver<Res> watching = channel.receiver().copy();
    run.atEnd(() -> rest(run, watching::tryRecv));
    List<Res> got = new ArrayList<>();
    run.atEnd(
        () -> {
          run.take(got);
          return run.tick("end");
        });
    return scope(
        s -> {
          s.spawn(
              async(
                  () -> {
                    try (Mpsc.Sender<Res> sender = channel.sender()) {
                      await(sending(run, sender::send));
                    }
                  }));
          s.spawn(receiving(run, channel.receiver()::recv));
          s.spawn(
              async(
                  () -> {
                    while (await(channel.receiver().recvMany(got, 2)) > 0) {
                      await(run.tick("pause"));
                    }
                  }));
          return null;
        });
  }

  private static Future<Void> rendezvous(Run run) {
    Rendezvous<Res> channel = Rendezvous.create();
    return pair(
        run,
        async(
            () -> {
              try (Mpsc.Sender<Res> sender = channel.sender()) {
                await(sending(run, sender::send));
              }
            }),
        receiving(run, channel.receiver()::recv));
  }

  private static Future<Void> oneshot(Run run) {
    Oneshot<Res> channel = Oneshot.create();
    run.atEnd(
        () -> {
          channel.sender().close();
          return rest(run, channel.receiver()::tryRecv);
        });
    return scope(
        s -> {
          s.spawn(async(() -> await(channel.sender().closed())));
          s.spawn(
              async(
                  () -> {
                    await(run.tick("pause"));
                    Res item = run.own("item");
                    if (channel.sender().send(item)) {
                      item.givenAway();
                    }
                  }));
          run.take(await(channel.receiver().recv()));
          return null;
        });
  }

  private static Future<Void> broadcast(Run run) {
    Broadcast<Res> channel = Broadcast.create(4);
    Broadcast.Receiver<Res> other = channel.sender().subscribe();
    List<Res> expected = new ArrayList<>();
    run.atEnd(
        () ->
            async(
                () -> {
                  while (other.tryRecv()
                      instanceof
                      TryRecv.Received<Broadcast.Received<Res>>(
                          Broadcast.Message<Res>(Res value))) {
                    run.require(expected.remove(value), value + " came twice");
                  }
                  run.require(expected.isEmpty(), expected + " didn't reach the second receiver");
                }));
    return scope(
        s -> {
          s.spawn(async(() -> await(channel.sender().closed())));
          s.spawn(
              async(
                  () -> {
                    try (Broadcast.Sender<Res> sender = channel.sender()) {
                      for (int i = 0; i < 3; i++) {
                        await(run.tick("pause"));
                        Res item = run.own("item");
                        expected.add(item);
                        sender.send(item);
                      }
                    }
                  }));
          while (await(channel.receiver().recv()) instanceof Broadcast.Message<Res> message) {
            run.log("got " + message.value());
          }
          channel.receiver().close();
          await(run.tick("pause"));
          s.cancel();
          return null;
        });
  }

  private static Future<Void> watch(Run run) {
    Watch<Integer> watch = Watch.create(0);
    return scope(
        s -> {
          s.spawn(
              async(
                  () -> {
                    try (Watch.Receiver<Integer> receiver = watch.sender().subscribe()) {
                      run.log("seen " + await(receiver.changed()));
                      run.log("seen " + await(receiver.waitFor(value -> value == 2)));
                    }
                  }));
          s.spawn(async(() -> await(watch.sender().closed())));
          await(run.tick("pause"));
          watch.sender().send(1);
          await(run.tick("pause"));
          watch.sender().send(2);
          watch.receiver().close();
          return null;
        });
  }

  private static Mpsc.Receiver<Res> filled(Run run) {
    Mpsc.Unbounded<Res> channel = Mpsc.unbounded();
    for (int i = 0; i < 3; i++) {
      Res item = run.own("item");
      channel.sender().trySend(item);
      item.givenAway();
    }
    channel.sender().close();
    run.atEnd(() -> rest(run, channel.receiver()::tryRecv));
    return channel.receiver();
  }

  private static Future<Void> fed(Run run, Function<AsyncSink<Res>, AsyncSink<Res>> operator) {
    AsyncSink<Res> sink = operator.apply(run.sink("sink"));
    run.atEnd(sink::flush);
    return async(
        () -> {
          run.entered("feeding");
          try {
            for (int i = 0; i < 4; i++) {
              Res item = run.own("item");
              await(sink.feed(item));
              item.givenAway();
            }
            await(sink.flush());
            await(sink.closeAsync());
          } finally {
            run.left("feeding");
          }
        });
  }

  private static Future<Void> fanout(Run run) {
    AsyncSink<Res> left = run.sink("left");
    List<Res> right = new ArrayList<>();
    AsyncSink<Res> both = left.fanout(run.sinkInto("right", right));
    List<Res> fed = new ArrayList<>();
    run.atEnd(both::flush);
    run.atEnd(
        () -> {
          run.require(right.containsAll(fed), "of " + fed + " only " + right + " arrived");
          return run.tick("end");
        });
    return async(
        () -> {
          for (int i = 0; i < 3; i++) {
            Res item = run.own("item");
            await(both.feed(item));
            item.givenAway();
            fed.add(item);
          }
          await(both.closeAsync());
        });
  }

  private static Future<Void> sent(Run run) {
    Mpsc.Bounded<Res> channel = Mpsc.bounded(1);
    run.atEnd(
        () -> {
          channel.receiver().close();
          return rest(run, channel.receiver()::tryRecv);
        });
    return pair(
        run,
        async(
            () -> {
              AsyncSink<Res> sink = Streams.toSender(channel.sender());
              try {
                await(sending(run, sink::send));
              } finally {
                await(sink.closeAsync());
              }
            }),
        async(
            () -> {
              try {
                await(receiving(run, channel.receiver()::recv));
              } finally {
                await(run.tick("pause"));
                await(rest(run, channel.receiver()::tryRecv)); // so that the sink's close ends
                channel.receiver().close();
              }
            }));
  }

  private static Future<Void> sendAll(Run run, boolean close) {
    AsyncSink<Res> sink = run.sink("sink");
    AsyncStream<Res> items = run.items("items", 4);
    run.atEnd(sink::flush);
    return async(
        () -> {
          run.entered("sending");
          try {
            await(close ? sink.forward(items) : sink.sendAll(items));
          } finally {
            try {
              await(items.closeAsync());
            } finally {
              run.left("sending");
            }
          }
        });
  }
}
