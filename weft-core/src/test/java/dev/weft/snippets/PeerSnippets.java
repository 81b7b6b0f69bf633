package dev.weft.snippets;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.retry;
import static dev.weft.Async.scope;
import static dev.weft.Async.select;
import static dev.weft.Async.sleep;
import static dev.weft.Async.spawn;
import static dev.weft.Async.timeout;

import dev.weft.Future;
import dev.weft.Join2;
import dev.weft.JoinHandle;
import dev.weft.Retry;
import dev.weft.Selected.First;
import dev.weft.Selected.Second;
import dev.weft.Selected.Third;
import dev.weft.interop.VirtualThreads;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.Streams;
import dev.weft.sync.CancellationToken;
import dev.weft.sync.Mpmc;
import dev.weft.sync.Mpsc;
import dev.weft.sync.Oneshot;
import dev.weft.time.Interval;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The examples on the pages for people who know another runtime. */
final class PeerSnippets {

  private PeerSnippets() {}

  /** Some service. */
  interface Client {
    Future<String> read(String key);
  }

  /** A library that calls back. */
  interface Sensor {
    void measure(Consumer<Integer> onValue, Consumer<Exception> onFailure);
  }

  // @start region="tokioActor"
  /** A job and where its answer goes. */
  record Job(String key, Oneshot.Sender<String> answer) {}

  /** Does jobs until it is told to stop, or nobody can send any more. */
  static Future<Integer> worker(Mpsc.Receiver<Job> jobs, CancellationToken stop, Client client) {
    return async(
        () -> {
          int done = 0;
          while (true) {
            switch (await(select(jobs.recv(), stop.cancelled()))) {
              case First(Job job) when job != null -> {
                job.answer().send(await(client.read(job.key()))); // not a branch: runs to its end
                done++;
              }
              default -> {
                return done; // null: the last sender was closed; or the token was cancelled
              }
            }
          }
        });
  }

  // @end

  // @start region="tokioLazy"
  static Future<String> both(Client client) {
    return async(
        () -> {
          JoinHandle<String> a = spawn(client.read("a")); // a task: runs now, perhaps in parallel
          Future<String> b = client.read("b"); // a description: nothing runs yet
          String second = await(b); // here it does, inside this task
          return await(a) + second; // a failure of the task is thrown here, as it is
        });
  }

  // @end

  // @start region="kotlinScope"
  record Profile(String name, String picture) {}

  static Future<Profile> profile(Client client) {
    return scope(
        s -> {
          JoinHandle<String> name = s.spawn(client.read("name")); // async { … }
          JoinHandle<String> picture = s.spawn(client.read("picture"));
          return new Profile(await(name), await(picture)); // a failure cancels the other
        });
  }

  // @end

  // @start region="kotlinOrNull"
  static Future<@Nullable String> orNull(Duration limit, Future<String> read) {
    return async(
        () -> {
          try {
            return await(timeout(limit, read));
          } catch (TimeoutException late) { // an ordinary exception; you aren't cancelled
            return null;
          }
        });
  }

  // @end

  // @start region="kotlinFlow"
  static AsyncStream<Integer> squares(int count) {
    return Streams.stream(
        out -> {
          for (int i = 1; i <= count; i++) {
            await(sleep(Duration.ofMillis(1)));
            await(out.emit(i * i)); // goes on when the next one is asked for
          }
        });
  }

  static Future<List<String>> firstEven(int count) {
    return squares(100).filter(n -> n % 2 == 0).take(count).map(n -> "no. " + n).toList(count);
  }

  // @end

  // @start region="kotlinCallback"
  static Future<Integer> measure(Sensor sensor) {
    return async(
        () -> {
          Oneshot<Callable<Integer>> answer = Oneshot.create();
          sensor.measure(
              value -> answer.sender().send(() -> value),
              failure ->
                  answer
                      .sender()
                      .send(
                          () -> {
                            throw failure;
                          }));
          return await(answer.receiver().recv()).call(); // the value, or the failure thrown
        });
  }

  // @end

  // @start region="threadsFanOut"
  static Future<Integer> pages(List<String> urls, Function<String, Future<Integer>> fetch) {
    return scope(
        s -> {
          s.limit(10); // at most ten at once
          List<JoinHandle<Integer>> sizes = new ArrayList<>();
          for (String url : urls) {
            sizes.add(s.spawn(fetch.apply(url))); // fork
          }
          int total = 0;
          for (JoinHandle<Integer> size : sizes) {
            total += await(size);
          }
          return total; // a failure has cancelled the rest and is thrown, not wrapped
        });
  }

  // @end

  // @start region="threadsBlocking"
  static Future<String> report(Callable<String> jdbcQuery, Client client) {
    return async(
        () -> {
          // A blocking library on a virtual thread of the JDK, which the timeout interrupts.
          Future<String> rows = timeout(Duration.ofSeconds(5), VirtualThreads.call(jdbcQuery));
          Join2<String, String> both = await(join(rows, client.read("title")));
          return both.second() + ": " + both.first();
        });
  }

  // @end

  // @start region="threadsInterrupt"
  static Future<Void> copyWithLog(Future<Void> copy, Consumer<String> log) {
    return async(
        () -> {
          try {
            await(copy);
            log.accept("copied");
          } catch (IOException broken) {
            log.accept("broken"); // a cancel doesn't come this way: it is an Error
          } finally {
            await(sleep(Duration.ofMillis(1))); // may wait, also when this is being cancelled
            log.accept("closed");
          }
        });
  }

  // @end

  // @start region="reactorChain"
  static Future<String> page(Client client, String user) {
    return async(
        () -> {
          String name;
          try {
            name = await(client.read(user)); // flatMap
          } catch (IllegalArgumentException unknown) { // onErrorResume
            name = "nobody";
          }
          var both = await(join(client.read("head"), client.read("foot"))); // zip
          return both.first() + name + both.second(); // map
        });
  }

  // @end

  // @start region="reactorFlux"
  static Future<Void> index(AsyncStream<String> keys, Client client, AsyncSink<List<String>> db) {
    return db.forward( // a future: it runs when it is awaited or spawned, nobody subscribes
        keys.distinctUntilChanged()
            .mapAsync(8, client::read) // flatMapSequential(…, 8)
            .filter(text -> !text.isEmpty())
            .chunksTimeout(100, Duration.ofMillis(50))); // bufferTimeout
  }

  // @end

  // @start region="reactorRetry"
  static final Retry THREE_TIMES =
      Retry.exponential(Duration.ofMillis(1)).attempts(3).when(e -> e instanceof IOException);

  static Future<String> stubborn(Client client, Duration each) {
    return retry(
        THREE_TIMES, // made anew for each attempt, as a future runs once
        () -> await(timeout(each, client.read("a"))));
  }

  // @end

  // @start region="goPool"
  static Future<Long> sumOfSquares(int workers, int jobs) {
    return scope(
        s -> {
          Mpmc.Bounded<Integer> queue = Mpmc.bounded(16); // make(chan int, 16)
          var sum = new AtomicLong();
          for (int i = 0; i < workers; i++) {
            s.spawn( // go func() { … }()
                async(
                    () -> {
                      Integer job;
                      while ((job = await(queue.receiver().recv())) != null) { // range queue
                        sum.addAndGet((long) job * job);
                      }
                    }));
          }
          try (var sender = queue.sender()) { // close(queue), also after a failure
            for (int job = 1; job <= jobs; job++) {
              await(sender.send(job));
            }
          }
          await(s.join()); // wg.Wait()
          return sum.get();
        });
  }

  // @end

  // @start region="goSelect"
  static Future<String> follow(
      Mpsc.Receiver<String> lines, CancellationToken stop, Consumer<String> show) {
    return async(
        () -> {
          Interval ticker = Interval.every(Duration.ofSeconds(1));
          while (true) {
            switch (await(select(lines.recv(), ticker.tick(), stop.cancelled()))) {
              case First(String line) -> {
                if (line == null) {
                  return "closed"; // line, ok := <-lines, with ok == false
                }
                show.accept(line);
              }
              case Second(Long tick) -> show.accept("tick " + tick);
              case Third(_) -> {
                return "stopped"; // <-ctx.Done()
              }
            }
          }
        });
  }

  // @end
}
