package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.snippets.PeerSnippets.Client;
import dev.weft.snippets.PeerSnippets.Job;
import dev.weft.stream.Streams;
import dev.weft.sync.CancellationToken;
import dev.weft.sync.Mpsc;
import dev.weft.sync.Oneshot;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PeerSnippetsTest {

  private static final Client ECHO = key -> async(() -> "<" + key + ">");

  private final Weft weft = Weft.create();

  @AfterEach
  void close() {
    weft.close();
  }

  @Test
  void worker_answersEachJob_andEndsWithTheLastSender() throws Exception {
    Mpsc.Bounded<Job> jobs = Mpsc.bounded(4);
    JoinHandle<Integer> worker =
        weft.spawn(PeerSnippets.worker(jobs.receiver(), new CancellationToken(), ECHO));
    Oneshot<String> answer = Oneshot.create();
    weft.blockOn(jobs.sender().send(new Job("a", answer.sender())));
    assertThat(weft.blockOn(answer.receiver().recv())).isEqualTo("<a>");
    jobs.sender().close();
    assertThat(weft.blockOn(worker)).isOne();
  }

  @Test
  void worker_toldToStop_leavesTheRestInTheChannel() throws Exception {
    Mpsc.Bounded<Job> jobs = Mpsc.bounded(4);
    var stop = new CancellationToken();
    JoinHandle<Integer> worker = weft.spawn(PeerSnippets.worker(jobs.receiver(), stop, ECHO));
    stop.cancel();
    assertThat(weft.blockOn(worker)).isZero();
    weft.blockOn(jobs.sender().send(new Job("late", Oneshot.<String>create().sender())));
    assertThat(jobs.receiver().size()).isOne();
  }

  @Test
  void both_taskAndFuture_giveTheirValues() throws Exception {
    assertThat(weft.blockOn(PeerSnippets.both(ECHO))).isEqualTo("<a><b>");
  }

  @Test
  void profile_bothRead_isMadeOfThem() throws Exception {
    assertThat(weft.blockOn(PeerSnippets.profile(ECHO)))
        .isEqualTo(new PeerSnippets.Profile("<name>", "<picture>"));
  }

  @Test
  void profile_oneFails_throwsThatFailure() {
    var failure = new IOException("no such key");
    Client broken = key -> key.equals("name") ? failing(failure) : forEver();
    assertThatThrownBy(() -> weft.blockOn(PeerSnippets.profile(broken))).isSameAs(failure);
  }

  @Test
  void orNull_inTime_isTheValueAndLate_isNull() throws Exception {
    assertThat(weft.blockOn(PeerSnippets.orNull(Duration.ofMinutes(1), ECHO.read("a"))))
        .isEqualTo("<a>");
    assertThat(weft.blockOn(PeerSnippets.orNull(Duration.ofMillis(1), forEver()))).isNull();
  }

  @Test
  void flow_firstTwoEven_areTaken() throws Exception {
    assertThat(weft.blockOn(PeerSnippets.firstEven(2))).containsExactly("no. 4", "no. 16");
  }

  @Test
  void callback_valueAndFailure_arrive() throws Exception {
    assertThat(
            weft.blockOn(PeerSnippets.measure((onValue, onFailure) -> onValue.accept(21)))
                .intValue())
        .isEqualTo(21);
    var failure = new IOException("unplugged");
    Future<Integer> broken =
        PeerSnippets.measure((onValue, onFailure) -> onFailure.accept(failure));
    assertThatThrownBy(() -> weft.blockOn(broken)).isSameAs(failure);
  }

  @Test
  void fanOut_allPages_areAdded() throws Exception {
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      urls.add("x".repeat(i));
    }
    assertThat(weft.blockOn(PeerSnippets.pages(urls, url -> async(url::length)))).isEqualTo(435);
  }

  @Test
  void blockingLibrary_besidesAFuture_givesBoth() throws Exception {
    assertThat(
            weft.blockOn(
                PeerSnippets.report(
                    () -> Thread.currentThread().isVirtual() ? "rows" : "a worker", ECHO)))
        .isEqualTo("<title>: rows");
  }

  @Test
  void copyWithLog_cancelledOrBroken_closes() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    Future<Void> copy =
        async(
            () -> {
              log.add("copies");
              await(sleep(Duration.ofDays(1)));
            });
    JoinHandle<Void> task = weft.spawn(PeerSnippets.copyWithLog(copy, log::add));
    Eventually.until("it copies", () -> log.contains("copies"));
    task.abort();
    assertThatThrownBy(() -> weft.blockOn(task)).isInstanceOf(CancellationException.class);
    assertThat(log).containsExactly("copies", "closed");

    log.clear();
    weft.blockOn(PeerSnippets.copyWithLog(failing(new IOException("disk full")), log::add));
    assertThat(log).containsExactly("broken", "closed");
  }

  @Test
  void page_ofNobody_isMadeAllTheSame() throws Exception {
    Client client =
        key ->
            key.equals("ann") ? failing(new IllegalArgumentException("unknown")) : ECHO.read(key);
    assertThat(weft.blockOn(PeerSnippets.page(client, "ann"))).isEqualTo("<head>nobody<foot>");
    assertThat(weft.blockOn(PeerSnippets.page(client, "bob"))).isEqualTo("<head><bob><foot>");
  }

  @Test
  void index_stream_endsInTheSinkInOrder() throws Exception {
    Mpsc.Bounded<List<String>> db = Mpsc.bounded(10);
    weft.blockOn(
        PeerSnippets.index(Streams.of("a", "a", "b", "c"), ECHO, Streams.toSender(db.sender())));
    List<String> stored = new ArrayList<>();
    List<String> batch;
    while ((batch = weft.blockOn(db.receiver().recv())) != null) {
      stored.addAll(batch);
    }
    assertThat(stored).containsExactly("<a>", "<b>", "<c>");
  }

  @Test
  void stubborn_thirdAttempt_succeeds() throws Exception {
    var attempts = new AtomicInteger();
    Client flaky =
        key ->
            attempts.incrementAndGet() < 3
                ? failing(new IOException("busy"))
                : async(() -> "at last");
    assertThat(weft.blockOn(PeerSnippets.stubborn(flaky, Duration.ofMinutes(1))))
        .isEqualTo("at last");
    assertThat(attempts).hasValue(3);
  }

  @Test
  void pool_allJobs_areSummed() throws Exception {
    assertThat(weft.blockOn(PeerSnippets.sumOfSquares(3, 100))).isEqualTo(338_350);
  }

  @Test
  void follow_linesAndTicks_untilTheEnd() throws Exception {
    Mpsc.Bounded<String> lines = Mpsc.bounded(4);
    List<String> shown = new CopyOnWriteArrayList<>();
    JoinHandle<String> task =
        weft.spawn(PeerSnippets.follow(lines.receiver(), new CancellationToken(), shown::add));
    weft.blockOn(lines.sender().send("hello"));
    Eventually.until("both are shown", () -> shown.contains("hello") && shown.size() > 1);
    lines.sender().close();
    assertThat(weft.blockOn(task)).isEqualTo("closed");
  }

  @Test
  void follow_cancelledToken_stops() throws Exception {
    var stop = new CancellationToken();
    stop.cancel();
    Mpsc.Bounded<String> lines = Mpsc.bounded(4);
    assertThat(weft.blockOn(PeerSnippets.follow(lines.receiver(), stop, line -> {})))
        .isEqualTo("stopped");
  }

  private static Future<String> forEver() {
    return async(
        () -> {
          await(sleep(Duration.ofDays(1)));
          return "never";
        });
  }

  private static <T> Future<T> failing(Exception failure) {
    return async(
        () -> {
          throw failure;
        });
  }
}
