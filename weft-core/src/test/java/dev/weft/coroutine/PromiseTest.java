package dev.weft.coroutine;

import static dev.weft.Async.await;
import static dev.weft.Async.stackful;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Cancellation;
import dev.weft.Weft;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PromiseTest {

  private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
  private final Weft weft = Weft.builder().workers(2).onUnhandled(unhandled::add).build();
  private final AtomicReference<Promise.Resolver<Integer>> resolver = new AtomicReference<>();

  @AfterEach
  void close() {
    weft.close();
  }

  private Promise<Integer> pending() {
    return Promise.of(weft, resolver::set);
  }

  private Promise<Integer> rejected(Throwable reason) {
    return Promise.of(weft, out -> out.reject(reason));
  }

  private <T> T result(Promise<T> promise) throws Exception {
    return weft.blockOn(promise.future());
  }

  @Test
  void executor_ofAPromise_runsAtOnce() throws Exception {
    Promise<Integer> promise = pending();
    assertThat(resolver.get()).isNotNull();
    assertThat(promise.state()).isEqualTo(Promise.State.PENDING);
    resolver.get().resolve(1);
    assertThat(promise.state()).isEqualTo(Promise.State.FULFILLED);
    assertThat(result(promise)).isEqualTo(1);
    assertThat(promise).hasToString("Promise[fulfilled: 1]");
  }

  @Test
  void settling_aSecondTime_changesNothing() throws Exception {
    Promise<Integer> promise = pending();
    resolver.get().resolve(1);
    resolver.get().resolve(2);
    resolver.get().reject(new IOException("late"));
    assertThat(result(promise)).isEqualTo(1);
    assertThat(result(promise)).isEqualTo(1);
  }

  @Test
  void callbacks_beforeAndAfterSettling_runInOrderAndNeverInline() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    Promise<Integer> promise = pending();
    Promise<Boolean> first = promise.then(value -> log.add("a" + value));
    Promise<Boolean> second = promise.then(value -> log.add("b" + value));
    assertThat(log).isEmpty();
    resolver.get().resolve(1);
    Promise<Boolean> third = promise.then(value -> log.add("c" + value));
    assertThat(result(third)).isTrue();
    assertThat(result(first)).isTrue();
    assertThat(result(second)).isTrue();
    assertThat(log).containsExactly("a1", "b1", "c1");
  }

  @Test
  void chain_withAFailureInTheMiddle_goesOnAtTheCatch() throws Exception {
    var thrown = new IOException("a test");
    List<Object> log = new CopyOnWriteArrayList<>();
    Promise<Integer> end =
        pending()
            .then(value -> value + 1)
            .<Integer>then(
                value -> {
                  log.add(value);
                  throw thrown;
                })
            .then(value -> value * 1000)
            .finallyRun(() -> log.add("finally"))
            .catching(
                reason -> {
                  log.add(reason);
                  return 42;
                })
            .then(value -> value + 1);
    resolver.get().resolve(1);
    assertThat(result(end)).isEqualTo(43);
    assertThat(log).containsExactly(2, "finally", thrown);
  }

  @Test
  void then_withTwoCallbacks_callsTheOneThatFits() throws Exception {
    var reason = new IOException("a test");
    assertThat(result(rejected(reason).<Object>then(value -> "value", failure -> failure)))
        .isSameAs(reason);
    Promise<Integer> fulfilled = pending();
    resolver.get().resolve(1);
    assertThat(result(fulfilled.<Object>then(value -> value, failure -> failure))).isEqualTo(1);
  }

  @Test
  void finallyRun_thatThrows_rejectsWithThat() {
    var own = new IOException("finally");
    Promise<Integer> promise =
        rejected(new IOException("a test"))
            .finallyRun(
                () -> {
                  throw own;
                });
    assertThat(catchThrowable(() -> result(promise))).isSameAs(own);
  }

  @Test
  void thenAwait_ofAFuture_settlesWithIt() throws Exception {
    Promise<Integer> promise = pending();
    Promise<String> next = promise.thenAwait(value -> Futures.after(2, () -> "after " + value));
    resolver.get().resolve(1);
    assertThat(result(next)).isEqualTo("after 1");
    var reason = new IOException("a test");
    Promise<String> skipped = rejected(reason).thenAwait(_ -> Futures.never());
    assertThat(catchThrowable(() -> result(skipped))).isSameAs(reason);
  }

  @Test
  void from_aFuture_startsItAtOnce() throws Exception {
    var event = new Futures.Event<Integer>();
    Promise<Integer> promise = Promise.from(weft, event);
    event.awaitPolled();
    event.complete(5);
    assertThat(result(promise)).isEqualTo(5);
    var reason = new IOException("a test");
    Promise<Integer> failing =
        Promise.from(
            weft,
            Futures.ready(
                () -> {
                  throw reason;
                }));
    assertThat(catchThrowable(() -> result(failing))).isSameAs(reason);
  }

  @Test
  void from_insideATask_usesItsRuntime() throws Exception {
    int value =
        weft.blockOn(
            stackful(
                () -> await(Promise.from(Futures.ready(() -> 1)).then(one -> one + 1).future())));
    assertThat(value).isEqualTo(2);
  }

  @Test
  void executor_thatThrows_rejects() {
    var thrown = new IllegalStateException("a test");
    Promise<Integer> promise =
        Promise.of(
            weft,
            _ -> {
              throw thrown;
            });
    assertThat(promise.state()).isEqualTo(Promise.State.REJECTED);
    assertThat(catchThrowable(() -> result(promise))).isSameAs(thrown);
  }

  @Test
  void promise_thatFollowsItself_isRejected() {
    Promise<Integer> promise = pending();
    resolver.get().follow(promise.future());
    assertThatThrownBy(() -> result(promise))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("follows itself");
  }

  @Test
  void close_ofTheRuntime_rejectsWhatRuns() throws Exception {
    var event = new Futures.Event<Integer>();
    Promise<Integer> promise = Promise.from(weft, event);
    event.awaitPolled();
    weft.close();
    assertThat(promise.state()).isEqualTo(Promise.State.REJECTED);
    try (Weft other = Weft.create()) {
      assertThatThrownBy(() -> other.blockOn(promise.future()))
          .isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void rejection_thatNobodyLooksAt_isReportedOnce() {
    var reason = new IOException("a test");
    List<Promise<Integer>> held = new ArrayList<>(List.of(rejected(reason)));
    assertThat(held.getFirst().state()).isEqualTo(Promise.State.REJECTED);
    held.clear();
    Eventually.afterCollection("it is reported", () -> !unhandled.isEmpty());
    weft.close();
    assertThat(unhandled).containsExactly(reason);
  }

  @Test
  void rejection_thatSomebodyLooksAtLate_isNotReported() throws Exception {
    var reason = new IOException("a test");
    Promise<Integer> caught = rejected(reason);
    Promise<Integer> awaited = rejected(reason);
    Eventually.until("the drains are done", () -> weft.metrics().liveTasks() == 0);
    assertThat(result(caught.catching(_ -> 1))).isEqualTo(1);
    assertThat(catchThrowable(() -> result(awaited))).isSameAs(reason);
    weft.close();
    assertThat(unhandled).isEmpty();
  }

  @Test
  void waits_thatAreGivenUp_leaveNothingBehind() throws Exception {
    Promise<Integer> promise = pending();
    var wait = promise.future();
    assertThat(wait.poll(dev.weft.Context.of(dev.weft.Waker.noop())))
        .isEqualTo(dev.weft.Poll.pending());
    assertThat(wait.cancel()).isTrue();
    resolver.get().resolve(1);
    assertThat(result(promise)).isEqualTo(1);
  }

  @Test
  void runtimeClosed_longChain_isRejectedToItsEnd() throws Exception {
    Weft closed = Weft.builder().workers(1).build();
    Promise<Integer> last = Promise.of(closed, resolver::set);
    for (int i = 0; i < 20_000; i++) {
      last = last.then(n -> n + 1);
    }
    closed.close();
    Promise<Integer> end = last;
    resolver.get().resolve(1);
    assertThatThrownBy(() -> result(end))
        .isInstanceOf(CancellationException.class)
        .hasMessage("The runtime of a promise was closed before its callbacks could run.");
    assertThat(end.then(n -> n).state()).isEqualTo(Promise.State.REJECTED);
  }

  @Test
  void rejection_withTheCancellationOfAnotherTask_isNoneForWhoWaits() throws Exception {
    var ofAnother = new Cancellation("another task");
    Promise<Integer> promise = rejected(ofAnother);
    Throwable seen = weft.blockOn(stackful(() -> catchThrowable(() -> await(promise.future()))));
    assertThat(seen).isInstanceOf(CancellationException.class).hasCause(ofAnother);
  }

  @Test
  void executor_throwsAnError_rejects() {
    var error = new AssertionError("a test");
    Promise<Integer> promise =
        Promise.of(
            weft,
            _ -> {
              throw error;
            });
    assertThatThrownBy(() -> result(promise)).isSameAs(error);
  }
}
