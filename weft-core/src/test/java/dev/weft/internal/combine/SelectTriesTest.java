package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Async;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.SelectAll;
import dev.weft.Selected;
import dev.weft.codegen.LeafFuture;
import dev.weft.sync.Mpsc;
import dev.weft.testkit.TestTask;
import dev.weft.time.Sleep;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A race tries the branches that can be tried before one of them begins to wait. */
class SelectTriesTest {

  private final TestTask task = new TestTask();

  @Test
  void selectBiased_secondIsReady_theFirstNeverWaits() throws Exception {
    var first = new Trial(LeafFuture.PENDING);
    var second = new Trial("b");
    assertThat(task.run(Async.selectBiased(first, second)))
        .isEqualTo(new Selected.Second<>((Object) "b"));
    assertThat(first.polls).isZero();
    assertThat(first.cancels).isOne();
    assertThat(second.polls).isZero();
  }

  @Test
  void selectBiased_firstCanOnlyBePolled_isPolledBeforeTheSecondIsTried() throws Exception {
    var polled = new Trial(LeafFuture.UNTRIED);
    polled.atPoll = "a";
    var second = new Trial("b");
    assertThat(task.run(Async.selectBiased(polled, second)))
        .isEqualTo(new Selected.First<>((Object) "a"));
    assertThat(second.tries).isZero();
    assertThat(second.cancels).isOne();
  }

  @Test
  void selectBiased_noneIsReady_allWaitAndAreTriedAgain() throws Exception {
    var first = new Trial(LeafFuture.PENDING);
    var second = new Trial(LeafFuture.PENDING);
    var race = Async.selectBiased(first, second);
    task.pending(race);
    assertThat(first.polls).isOne();
    assertThat(second.polls).isOne();
    second.atTry = "b";
    assertThat(task.run(race)).isEqualTo(new Selected.Second<>((Object) "b"));
    assertThat(first.polls).isOne();
    assertThat(first.cancels).isOne();
  }

  @Test
  void selectBiased_firstChannelIsAtItsEnd_winsOverAMessage() throws Exception {
    for (Mpsc.Receiver<Integer> ended :
        List.of(Mpsc.<Integer>bounded(1).receiver(), Mpsc.<Integer>unbounded().receiver())) {
      ended.close();
      Mpsc.Bounded<Integer> other = Mpsc.bounded(1);
      task.run(other.sender().send(1));
      assertThat(task.run(Async.selectBiased(ended.recv(), other.receiver().recv())))
          .isEqualTo(new Selected.First<>(null));
      assertThat(other.receiver().size()).isOne();
    }
  }

  @Test
  void selectBiased_sleepOfNoTime_winsOverAMessage() throws Exception {
    Mpsc.Bounded<Integer> channel = Mpsc.bounded(1);
    task.run(channel.sender().send(1));
    assertThat(task.run(Async.selectBiased(Sleep.after(Duration.ZERO), channel.receiver().recv())))
        .isEqualTo(new Selected.First<>(null));
    assertThat(channel.receiver().size()).isOne();
  }

  @Test
  void select_bothChannelsAlwaysReady_eitherWinsAtTimes() throws Exception {
    Mpsc.Unbounded<Integer> left = Mpsc.unbounded();
    Mpsc.Unbounded<Integer> right = Mpsc.unbounded();
    int lefts = 0;
    for (int i = 0; i < 200; i++) {
      left.sender().trySend(i);
      right.sender().trySend(i);
      SelectAll<@Nullable Integer> winner =
          task.run(Async.select(List.of(left.receiver().recv(), right.receiver().recv())));
      lefts += 1 - winner.index();
    }
    assertThat(lefts).isBetween(50, 150);
    assertThat(left.receiver().size() + right.receiver().size()).isEqualTo(200);
  }

  @Test
  void select_branchHasCompletedBefore_saysSo() throws Exception {
    Mpsc.Unbounded<Integer> channel = Mpsc.unbounded();
    channel.sender().trySend(1);
    Future<@Nullable Integer> used = channel.receiver().recv();
    assertThat(task.run(used)).isEqualTo(1);
    var race = Async.selectBiased(used, new Trial("b"));
    assertThatThrownBy(() -> task.run(race))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("polled after it had completed");
  }

  /** A leaf that answers as told and counts what it is asked. */
  private static final class Trial extends LeafFuture<Object> {
    @Nullable Object atTry;
    @Nullable Object atPoll = PENDING;
    int tries;
    int polls;
    int cancels;

    Trial(Object atTry) {
      this.atTry = atTry;
    }

    @Override
    protected @Nullable Object tryLeaf(Context cx) {
      tries++;
      return atTry;
    }

    @Override
    protected @Nullable Object pollLeaf(Context cx) {
      polls++;
      return atPoll;
    }

    @Override
    protected boolean cancelLeaf() {
      cancels++;
      return true;
    }
  }
}
