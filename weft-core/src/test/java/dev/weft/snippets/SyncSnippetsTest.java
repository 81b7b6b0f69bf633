package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.join;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.sync.AsyncBarrier;
import dev.weft.sync.AsyncMutex;
import dev.weft.sync.AsyncRwLock;
import dev.weft.sync.AsyncSemaphore;
import dev.weft.sync.Broadcast;
import dev.weft.sync.CancellationToken;
import dev.weft.sync.LazyCell;
import dev.weft.sync.Mpsc;
import dev.weft.sync.Notify;
import dev.weft.sync.OnceCell;
import dev.weft.sync.RateLimiter;
import dev.weft.sync.Rendezvous;
import dev.weft.sync.Watch;
import dev.weft.testkit.Eventually;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SyncSnippetsTest {

  private final Weft weft = Weft.create();

  @AfterEach
  void close() {
    weft.close();
  }

  @Test
  void semaphore_afterARequest_hasItsPermitBack() throws Exception {
    var connections = new AsyncSemaphore(1);
    for (int i = 0; i < 3; i++) {
      assertThat(weft.blockOn(SyncSnippets.semaphore(connections, async(() -> "ok"))))
          .isEqualTo("ok");
    }
    assertThat(connections.availablePermits()).isOne();
  }

  @Test
  void mutex_twoAtOnce_countsBoth() throws Exception {
    var lock = new AsyncMutex();
    Map<String, Integer> hits = new HashMap<>();
    weft.blockOn(
        join(
            SyncSnippets.mutex(lock, hits, async(() -> "a")),
            SyncSnippets.mutex(lock, hits, async(() -> "a"))));
    assertThat(hits).containsExactly(Map.entry("a", 2));
  }

  @Test
  void notify_once_reloadsOnce() {
    var changed = new Notify();
    var reloads = new AtomicInteger();
    changed.notifyOne();
    weft.spawn(SyncSnippets.notifying(changed, reloads::incrementAndGet)).detach();
    Eventually.until("the first reload", () -> reloads.get() == 1);
    changed.notifyOne();
    Eventually.until("the second reload", () -> reloads.get() == 2);
  }

  @Test
  void oneshot_answered_givesTheAnswer() throws Exception {
    assertThat(weft.blockOn(SyncSnippets.oneshot())).isEqualTo(42);
  }

  @Test
  void drain_withMessagesLeft_closesEach() throws Exception {
    Mpsc.Unbounded<AutoCloseable> channel = Mpsc.unbounded();
    var closed = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      weft.blockOn(channel.sender().send(closed::incrementAndGet));
    }
    weft.blockOn(SyncSnippets.drain(channel.receiver()));
    assertThat(closed).hasValue(3);
  }

  @Test
  void channel_moreThanItHolds_arrivesAll() throws Exception {
    assertThat(weft.blockOn(SyncSnippets.pipeline(100))).isEqualTo(5050);
  }

  @Test
  void permit_used_sendsTheMessage() throws Exception {
    Mpsc.Bounded<byte[]> channel = Mpsc.bounded(1);
    weft.blockOn(SyncSnippets.reserved(channel.sender(), async(() -> new byte[] {1})));
    assertThat(weft.blockOn(channel.receiver().recv())).containsExactly(1);
  }

  @Test
  void watch_lastSenderCloses_endsWithTheNewestValue() throws Exception {
    Watch<String> level = Watch.create("info");
    List<String> applied = new CopyOnWriteArrayList<>();
    var loop = weft.spawn(SyncSnippets.watching(level.receiver(), applied::add));
    Eventually.until("the first value", () -> !applied.isEmpty());
    level.sender().send("debug");
    level.sender().close();
    weft.blockOn(loop);
    assertThat(applied).containsExactly("info", "debug");
  }

  @Test
  void token_cancelled_endsTheLoopBetweenJobs() throws Exception {
    Mpsc.Unbounded<Integer> jobs = Mpsc.unbounded();
    var stop = new CancellationToken();
    var loop = weft.spawn(SyncSnippets.stopping(stop.childToken(), jobs.receiver()));
    jobs.sender().trySend(3);
    jobs.sender().trySend(4);
    Eventually.until("both are done", jobs.receiver()::isEmpty);
    stop.cancel();
    assertThat(weft.blockOn(loop)).isEqualTo(7);
  }

  @Test
  void tracker_tasksThatStop_waitsForAll() throws Exception {
    var stop = new CancellationToken();
    var ended = new AtomicInteger();
    Callable<Future<Void>> request =
        () ->
            async(
                () -> {
                  Async.await(stop.childToken().cancelled());
                  ended.incrementAndGet();
                });
    weft.blockOn(SyncSnippets.serving(List.of(request.call(), request.call()), stop));
    assertThat(ended).hasValue(2);
  }

  @Test
  void broadcast_slowReceiver_countsWhatItMissed() throws Exception {
    Broadcast<String> events = Broadcast.create(2);
    List<String> shown = new CopyOnWriteArrayList<>();
    for (String event : List.of("a", "b", "c")) {
      events.sender().send(event);
    }
    events.sender().close();
    assertThat(weft.blockOn(SyncSnippets.following(events.receiver(), shown::add))).isEqualTo(1);
    assertThat(shown).containsExactly("b", "c");
  }

  @Test
  void rwlock_twoAtOnce_loadOnce() throws Exception {
    var lock = new AsyncRwLock();
    Map<String, String> pages = new HashMap<>();
    var both =
        weft.blockOn(
            join(
                SyncSnippets.cached(lock, pages, async(() -> "one")),
                SyncSnippets.cached(lock, pages, async(() -> "two"))));
    assertThat(both.first()).isEqualTo(both.second()).isIn("one", "two");
    assertThat(lock).hasToString("AsyncRwLock[free]");
  }

  @Test
  void barrier_threeRounds_haveALeaderEach() throws Exception {
    var barrier = new AsyncBarrier(2);
    var published = new AtomicInteger();
    var work = new AtomicInteger();
    Callable<Future<Integer>> party =
        () -> SyncSnippets.rounds(barrier, work::incrementAndGet, published::incrementAndGet, 3);
    var led = weft.blockOn(join(party.call(), party.call()));
    assertThat(led.first() + led.second()).isEqualTo(3);
    assertThat(published).hasValue(3);
    assertThat(work).hasValue(6);
  }

  @Test
  void once_asksTwice_looksUpOnce() throws Exception {
    var lookUps = new AtomicInteger();
    var address = new OnceCell<String>();
    for (int i = 0; i < 2; i++) {
      assertThat(
              weft.blockOn(
                  SyncSnippets.once(address, async(() -> "host" + lookUps.incrementAndGet()))))
          .isEqualTo("to host1");
    }
    LazyCell<String> lazy = SyncSnippets.lazy(async(() -> "hello"));
    assertThat(weft.blockOn(lazy.get())).isEqualTo("hello!");
    assertThat(weft.blockOn(lazy.get())).isEqualTo("hello!");
  }

  @Test
  void mpmc_severalWorkers_doEachJobOnce() throws Exception {
    assertThat(weft.blockOn(SyncSnippets.workers(4, 100))).isEqualTo(5050);
  }

  @Test
  void rendezvous_taken_completesTheSend() throws Exception {
    Rendezvous<String> table = Rendezvous.create();
    var met = weft.blockOn(join(SyncSnippets.meeting(table), table.receiver().recv()));
    assertThat(met.first()).isEqualTo("passed");
    assertThat(met.second()).isEqualTo("the salt");
  }

  @Test
  void rate_moreThanTheBurst_takesItsTime() throws Exception {
    RateLimiter limiter = RateLimiter.on(weft, 100, Duration.ofMillis(100), 1);
    long start = weft.nanoTime();
    List<Future<Integer>> requests = List.of(async(() -> 1), async(() -> 2), async(() -> 3));
    assertThat(weft.blockOn(SyncSnippets.polite(limiter, requests))).isEqualTo(6);
    assertThat(weft.nanoTime() - start).isGreaterThanOrEqualTo(2_000_000);
  }

  @Test
  void blocking_plainThread_readsToTheEnd() throws Exception {
    Mpsc.Bounded<String> lines = Mpsc.bounded(1);
    List<String> printed = new CopyOnWriteArrayList<>();
    Thread reader = SyncSnippets.reader(lines.receiver(), printed::add);
    weft.blockOn(lines.sender().send("a"));
    weft.blockOn(lines.sender().send("b"));
    lines.sender().close();
    reader.join();
    assertThat(printed).containsExactly("a", "b");
  }
}
