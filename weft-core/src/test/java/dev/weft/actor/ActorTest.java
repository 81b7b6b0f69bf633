package dev.weft.actor;

import static dev.weft.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Async;
import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.sync.ClosedException;
import dev.weft.sync.TrySend;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("stackful")
final class ActorTest {

  private sealed interface Message {}

  private record Add(int amount) implements Message {}

  private record Get(Reply<Integer> reply) implements Message {}

  private record Wait(Future<?> event) implements Message {}

  private record Fail(Exception failure) implements Message {}

  private final Weft weft = Weft.builder().workers(2).build();
  private final List<Object> log = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    weft.close();
  }

  /** Counts, waits and fails as it is told to. */
  private static Handler<Message> counter() {
    var count = new AtomicInteger();
    return message -> {
      switch (message) {
        case Add(int amount) -> count.addAndGet(amount);
        case Get(Reply<Integer> reply) -> reply.send(count.get());
        case Wait(Future<?> event) -> {
          Object _ = await(event);
        }
        case Fail(Exception failure) -> throw failure;
      }
    };
  }

  private static Actor<Message> counters() {
    return Actor.of("counter", _ -> counter());
  }

  private <T> T run(Future<T> future) throws Exception {
    return weft.blockOn(future);
  }

  @Test
  void messages_told_areHandledInOrderAndAsked() throws Exception {
    ActorRef<Message> counter = counters().start(weft);
    for (int i = 1; i <= 200; i++) {
      run(counter.tell(new Add(i)));
    }
    assertThat(run(counter.<Integer>ask(Get::new))).isEqualTo(200 * 201 / 2);
  }

  @Test
  void tell_toAFullMailbox_waitsForRoom() throws Exception {
    ActorRef<Message> counter = counters().withMailbox(1).start(weft);
    var event = new Futures.Event<Integer>();
    run(counter.tell(new Wait(event)));
    event.awaitPolled();
    run(counter.tell(new Add(1)));
    var refused = new Add(2);
    assertThat(counter.tryTell(refused)).isEqualTo(new TrySend.Full<>(refused));
    Future<Void> waiting = counter.tell(new Add(4));
    assertThat(waiting.poll(Context.of(Waker.noop()))).isEqualTo(Poll.pending());
    event.complete(1);
    run(waiting);
    assertThat(run(counter.<Integer>ask(Get::new))).isEqualTo(5);
  }

  @Test
  void handler_thatAwaits_isNotReentered() throws Exception {
    var first = new Futures.Event<Integer>();
    Actor<Future<?>> actor =
        Actor.of(
            "serial",
            _ ->
                event -> {
                  log.add("begin");
                  Object _ = await(event);
                  log.add("end");
                });
    ActorRef<Future<?>> serial = actor.start(weft);
    run(serial.tell(first));
    run(serial.tell(Futures.after(1, () -> 1)));
    first.awaitPolled();
    assertThat(log).containsExactly("begin");
    serial.tryTell(Futures.ready(() -> 2));
    first.complete(1);
    run(serial.tell(Futures.ready(() -> 3)));
    serial.stop();
    assertThat(run(serial.watch()).cause()).isNull();
    for (int i = 0; i < log.size(); i++) {
      assertThat(log.get(i)).isEqualTo(i % 2 == 0 ? "begin" : "end");
    }
  }

  @Test
  void ask_toOneselfInAHandler_failsAtOnce() throws Exception {
    Actor<Reply<Integer>> actor =
        Actor.of(
            "narcissus",
            context ->
                reply -> {
                  int answer = await(context.self().<Integer>ask(again -> again));
                  reply.send(answer);
                });
    ActorRef<Reply<Integer>> narcissus = actor.start(weft);
    assertThatThrownBy(() -> run(narcissus.<Integer>ask(reply -> reply)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("\"narcissus\" asks itself in its own handler");
  }

  @Test
  void tell_toOneselfWithAFullMailbox_failsAtOnce() throws Exception {
    Actor<Integer> actor =
        Actor.<Integer>of(
                "busy",
                context ->
                    left -> {
                      for (int i = 0; i < left; i++) {
                        Void _ = await(context.self().tell(0));
                      }
                    })
            .withMailbox(2);
    ActorRef<Integer> busy = actor.start(weft);
    run(busy.tell(2));
    run(busy.tell(3));
    assertThat(run(busy.watch()).cause())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tells itself something in its own handler");
  }

  @Test
  void ask_whoseHandlerFails_failsWithThat() throws Exception {
    var failure = new IOException("a test");
    Actor<Reply<Integer>> actor =
        Actor.of(
            "failing",
            _ ->
                _ -> {
                  throw failure;
                });
    ActorRef<Reply<Integer>> failing = actor.start(weft);
    assertThat(catchThrowable(() -> run(failing.<Integer>ask(reply -> reply)))).isSameAs(failure);
    assertThat(run(failing.watch())).isEqualTo(new Termination("failing", failure));
    assertThatThrownBy(() -> run(failing.<Integer>ask(reply -> reply)))
        .isInstanceOf(ClosedException.class)
        .hasMessage("actor \"failing\" has stopped.");
  }

  @Test
  void ask_inTheMailboxOfAnActorThatStops_fails() throws Exception {
    ActorRef<Message> counter = counters().start(weft);
    var event = new Futures.Event<Integer>();
    run(counter.tell(new Wait(event)));
    event.awaitPolled();
    var asked = weft.spawn(counter.<Integer>ask(Get::new));
    counter.stop();
    event.complete(1);
    assertThatThrownBy(() -> run(asked)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> run(counter.tell(new Add(1)))).isInstanceOf(ClosedException.class);
    assertThat(run(counter.watch())).isEqualTo(new Termination("counter", null));
    assertThat(run(counter.watch()).cause()).isNull();
  }

  @Test
  void restart_afterAFailure_beginsAfreshUpToTheLimit() throws Exception {
    ActorRef<Message> counter =
        counters().withSupervision(Supervision.restart(2, Duration.ZERO)).start(weft);
    run(counter.tell(new Add(5)));
    run(counter.tell(new Fail(new IOException("1"))));
    run(counter.tell(new Fail(new IOException("2"))));
    assertThat(run(counter.<Integer>ask(Get::new))).isZero();
    var last = new IOException("5");
    run(counter.tell(new Fail(new IOException("3"))));
    run(counter.tell(new Fail(new IOException("4"))));
    run(counter.tell(new Fail(last)));
    assertThat(run(counter.watch()).cause()).isSameAs(last);
  }

  @Test
  void restart_pauses_doubleUpToALimit() {
    var rule = new Supervision.Restart(100, Duration.ofMillis(10));
    assertThat(rule.pause(0)).isEqualTo(Duration.ofMillis(10));
    assertThat(rule.pause(3)).isEqualTo(Duration.ofMillis(80));
    assertThat(rule.pause(99)).isEqualTo(Duration.ofMillis(640));
  }

  private Actor<Message> parent(AtomicReference<ActorRef<Message>> child, Supervision ofChild) {
    return Actor.of(
        "parent",
        context -> {
          child.set(context.spawn(counters().withSupervision(ofChild)));
          log.add("started");
          return message -> {
            if (message instanceof Fail(Exception failure)) {
              await(child.get().tell(new Fail(failure)));
            }
          };
        });
  }

  @Test
  void failure_thatEscalates_failsTheParent() throws Exception {
    var failure = new IOException("a test");
    var child = new AtomicReference<ActorRef<Message>>();
    ActorRef<Message> parent = parent(child, Supervision.escalate()).start(weft);
    run(parent.tell(new Fail(failure)));
    assertThat(run(parent.watch()).cause()).isSameAs(failure);
    assertThat(run(child.get().watch()).cause()).isSameAs(failure);
  }

  @Test
  void failure_thatEscalates_restartsAParentThatDoes() throws Exception {
    var child = new AtomicReference<ActorRef<Message>>();
    ActorRef<Message> parent =
        parent(child, Supervision.escalate())
            .withSupervision(Supervision.restart(1, Duration.ZERO))
            .start(weft);
    run(parent.tell(new Fail(new IOException("a test"))));
    Eventually.until("it has restarted", () -> log.size() == 2);
    parent.stop();
    assertThat(run(parent.watch()).cause()).isNull();
  }

  @Test
  void children_ofAStoppedParent_stopBeforeIt() throws Exception {
    var child = new AtomicReference<ActorRef<Message>>();
    ActorRef<Message> parent = parent(child, Supervision.stop()).start(weft);
    Eventually.until("it has started", () -> log.size() == 1);
    var event = new Futures.Event<Integer>();
    run(child.get().tell(new Wait(event)));
    event.awaitPolled();
    parent.stop();
    Future<Termination> end = parent.watch();
    assertThat(end.poll(Context.of(Waker.noop()))).isEqualTo(Poll.pending());
    event.complete(1);
    assertThat(run(end).cause()).isNull();
    assertThat(run(child.get().watch()).cause()).isNull();
  }

  @Test
  void abort_ofAnActorThatWaits_cancelsItsHandler() throws Exception {
    var event = new Futures.Event<Integer>();
    Actor<Integer> actor =
        Actor.of(
            "waiting",
            _ ->
                _ -> {
                  try {
                    int _ = await(event);
                  } catch (Cancellation cancelled) {
                    log.add("cleaned up");
                    throw cancelled;
                  }
                });
    ActorRef<Integer> waiting = actor.start(weft);
    run(waiting.tell(1));
    event.awaitPolled();
    waiting.abort();
    assertThat(run(waiting.watch()).cause()).isInstanceOf(CancellationException.class);
    assertThat(log).containsExactly("cleaned up");
  }

  @Test
  void close_ofTheRuntime_endsActors() throws Exception {
    var child = new AtomicReference<ActorRef<Message>>();
    ActorRef<Message> parent = parent(child, Supervision.stop()).start(weft);
    run(parent.tell(new Add(1)));
    weft.close();
    try (Weft other = Weft.create()) {
      assertThat(other.blockOn(parent.watch()).cause()).isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void behavior_thatThrows_endsTheActor() throws Exception {
    var failure = new IllegalStateException("a test");
    Actor<Integer> actor =
        Actor.of(
            "stillborn",
            _ -> {
              throw failure;
            });
    assertThat(run(actor.start(weft).watch()).cause()).isSameAs(failure);
  }

  @Test
  void values_outOfRange_areRefused() {
    assertThatThrownBy(() -> counters().withMailbox(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("mailbox is 0; accepted is 1 or more.");
    assertThatThrownBy(() -> Supervision.restart(0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Supervision.restart(1, Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tryTell_null_isRefusedToTheCallerInPlaceOfBreakingTheActor() throws Exception {
    ActorRef<Message> counter = counters().start(weft);
    assertThatThrownBy(() -> counter.tryTell(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("message");
    assertThat(run(counter.<Integer>ask(Get::new))).isZero();
  }

  @Test
  void actor_waitsForItsOwnEnd_failsInsteadOfWaitingForEver() throws Exception {
    ActorRef<Message> counter = counters().start(weft);
    assertThat(run(counter.tell(new Wait(counter.watch())))).isNull();
    assertThat(run(counter.watch()).cause())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("waits for its own end in its own handler");
  }

  @Test
  void actor_awaitsAQuestionToItselfFromOutside_failsInsteadOfWaitingForEver() throws Exception {
    ActorRef<Message> counter = counters().start(weft);
    assertThat(run(counter.tell(new Wait(counter.<Integer>ask(Get::new))))).isNull();
    assertThat(run(counter.watch()).cause())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("asks itself in its own handler");
  }

  @Test
  void reply_failedWithTheCancellationOfTheActor_isNoneForWhoAsks() throws Exception {
    var ofAnother = new Cancellation("the actor");
    ActorRef<Get> actor =
        Actor.<Get>of("fails", _ -> get -> get.reply().fail(ofAnother)).start(weft);
    Throwable seen =
        run(Async.stackful(() -> catchThrowable(() -> await(actor.<Integer>ask(Get::new)))));
    assertThat(seen).isInstanceOf(CancellationException.class).hasCause(ofAnother);
  }

  @Test
  void behavior_thatGivesNull_endsTheActorWithThatCause() throws Exception {
    ActorRef<Message> actor = Actor.<Message>of("none", _ -> null).start(weft);
    assertThat(run(actor.watch()).cause())
        .isInstanceOf(NullPointerException.class)
        .hasMessage("The behavior of actor \"none\" gave null.");
  }

  /** A message whose close waits for an event. */
  private record Parcel(Future<?> event, List<Object> closed, int number)
      implements AsyncCloseable {
    @Override
    public Future<Void> closeAsync() {
      return Async.async(
          () -> {
            Object _ = await(event);
            closed.add(number);
          });
    }
  }

  @Test
  void stop_messagesThatNobodyHandles_areClosedBeforeTheEnd() throws Exception {
    var go = new Futures.Event<Integer>();
    var mayClose = new Futures.Event<Integer>();
    ActorRef<Parcel> actor =
        Actor.<Parcel>of(
                "taking",
                _ ->
                    parcel -> {
                      Object _ = await(go);
                      log.add("handled " + parcel.number());
                    })
            .start(weft);
    for (int i = 1; i <= 3; i++) {
      run(actor.tell(new Parcel(mayClose, log, i)));
    }
    go.awaitPolled();
    actor.stop();
    var end = weft.spawn(actor.watch());
    go.complete(1);
    mayClose.awaitPolled();
    assertThat(log).containsExactly("handled 1");
    assertThat(end.isFinished()).isFalse();
    mayClose.complete(1);
    assertThat(run(end).cause()).isNull();
    assertThat(log).containsExactly("handled 1", 2, 3);
  }
}
