package dev.weft.compiler.check;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code in blocks that will do harm. */
public final class WarningsTest {

  @TempDir private Path folder;

  private Diagnosed source(String source) {
    return Diagnosed.source(folder, source);
  }

  @Test
  void blockingCall_inBlock_isAWarning() {
    source(
            """
            import java.io.*;
            import java.nio.file.*;
            import java.util.concurrent.BlockingQueue;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.locks.LockSupport;
            class A {
              Future<Void> a(BlockingQueue<String> q, CompletableFuture<String> f, CountDownLatch l) {
                return async(() -> {
                  Thread/*!*/.sleep(1);
                  this/*!*/.wait();
                  q/*!*/.take();
                  f/*!*/.join();
                  f/*!*/.get();
                  l/*!*/.await();
                  LockSupport/*!*/.park();
                  System.in/*!*/.read();
                  try (var in = new FileInputStream("x")) { in/*!*/.read(); }
                  Files/*!*/.readString(Path.of("x"));
                });
              }
            }
            """)
        .hasWarnings(
            "[weft:blocking] Thread.sleep holds up the worker of this async block: await(sleep(",
            "Object.wait holds up",
            "BlockingQueue.take holds up",
            "CompletableFuture.join holds up",
            "CompletableFuture.get holds up",
            "CountDownLatch.await holds up",
            "LockSupport.park holds up",
            "InputStream.read holds up",
            "FileInputStream.read holds up",
            "Files.readString holds up");
  }

  @Test
  void blockingCall_ofClientsAndDatabases_isAWarning() {
    source(
            """
            import java.net.http.*;
            import java.sql.*;
            class A {
              Future<Void> a(HttpClient c, HttpRequest r, PreparedStatement s, Weft w) {
                return async(() -> {
                  c/*!*/.send(r, HttpResponse.BodyHandlers.ofString());
                  try (ResultSet rows = s/*!*/.executeQuery()) { rows/*!*/.next(); }
                  w/*!*/.blockOn(async(() -> 1));
                });
              }
            }
            """)
        .hasWarnings(
            "HttpClient.send holds up",
            "PreparedStatement.executeQuery holds up",
            "ResultSet.next holds up",
            "Weft.blockOn holds up");
  }

  @Test
  void blockingCall_twinOfAChannelMethod_isAdvisedThatMethod() {
    source(
            """
            import dev.weft.sync.*;
            class A {
              Future<Void> a(Mpsc.BoundedSender<String> s, Mpsc.Receiver<String> r, Mpmc.Receiver<String> m) {
                return async(() -> {
                  s/*!*/.blockingSend("x");
                  r/*!*/.blockingRecv();
                  m/*!*/.blockingRecv();
                });
              }
            }
            """)
        .hasWarnings(
            "Sender.blockingSend holds up",
            "Receiver.blockingRecv holds up",
            "Receiver.blockingRecv holds up");
  }

  @Test
  void blockingCall_ofAnyKind_isAdvisedWhatThereIs() {
    source(
            """
            import java.util.concurrent.BlockingQueue;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.Semaphore;
            import java.util.concurrent.TimeUnit;
            class A {
              Future<Void> a(CompletableFuture<String> f, CountDownLatch l, Semaphore s, BlockingQueue<String> q) {
                return async(() -> {
                  TimeUnit.SECONDS/*!*/.sleep(1);
                  f/*!*/.get();
                  l/*!*/.await();
                  s/*!*/.acquire();
                  q/*!*/.take();
                  this/*!*/.wait();
                  IO/*!*/.readln("name? ");
                });
              }
            }
            """)
        .hasWarnings(
            "TimeUnit.sleep holds up the worker of this async block: await(sleep(duration)) waits"
                + " without the thread.",
            "get holds up the worker of this async block: await(spawnBlocking(() -> …)) runs it on"
                + " a thread for such calls.",
            "await holds up the worker of this async block: await(spawnBlocking(() -> …)) runs it",
            "acquire holds up the worker of this async block: dev.weft.sync.AsyncSemaphore can be",
            "take holds up the worker of this async block: dev.weft.sync.Mpsc is a queue that can",
            "wait holds up the worker of this async block: dev.weft.sync.Notify is a signal that",
            "IO.readln holds up the worker of this async block: await(spawnBlocking(() -> …)) runs");
  }

  @Test
  void blockingCall_elsewhere_isFine() {
    source(
            """
            import java.io.*;
            import java.nio.file.*;
            class A {
              void plain() throws Exception { Thread.sleep(1); }
              Future<Void> stack() { return stackful(() -> Thread.sleep(1)); }
              Future<String> pooled() {
                return async(() -> await(spawnBlocking(() -> Files.readString(Path.of("x")))));
              }
              Future<Integer> memory() {
                return async(() -> new ByteArrayInputStream(new byte[1]).read());
              }
            }
            """)
        .isClean();
  }

  @Test
  void lock_overAwait_isAWarning() {
    source(
            """
            import java.util.concurrent.locks.*;
            class A {
              final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
              Future<Integer> a(Lock lock, Future<Integer> x) {
                return async(() -> {
                  lock.lock();
                  try {
                    return /*!*/await(x) + await(x);
                  } finally {
                    lock.unlock();
                  }
                });
              }
              Future<Integer> b(Future<Integer> x) {
                return async(() -> {
                  rw.readLock().lock();
                  rw.readLock().unlock();
                  await(x);
                  rw.writeLock().lock();
                  int n = /*!*/await(x);
                  rw.writeLock().unlock();
                  return n;
                });
              }
            }
            """)
        .hasWarnings(
            "[weft:lock] The lock lock, taken in line 9, is held over this await",
            "[weft:lock] The lock rw.writeLock(), taken in line 22, is held over this await");
  }

  @Test
  void future_thatIsDropped_isAWarning() {
    source(
            """
            class A {
              Future<Integer> made() { return async(() -> 1); }
              void a() {
                /*!*/made();
                this/*!*/.made();
                /*!*/async(() -> { /*!*/made(); });
                var kept = made();
                spawn(made());
              }
            }
            """)
        .hasWarningsInAnyOrder(
            "[weft:unused] This future is never used",
            "[weft:unused] This future is never used",
            "[weft:unused] This future is never used",
            "[weft:unused] This future is never used");
  }

  @Test
  void future_thatALambdaDrops_isAWarning() {
    source(
            """
            import java.util.*;
            import java.util.function.*;
            class A {
              Future<Void> write(String x) { return async(() -> {}); }
              void a(List<String> lines) {
                lines.forEach(x -> /*!*/write(x));
                Runnable run = () -> /*!*/write("x");
                AsyncAction action = () -> /*!*/write("x");
                Function<String, Future<Void>> kept = x -> write(x);
                Supplier<Future<Void>> made = () -> write("x");
                var futures = lines.stream().map(x -> write(x)).toList();
                lines.forEach(x -> spawn(write(x)));
              }
            }
            """)
        .hasWarnings(
            "[weft:unused] This future is never used",
            "[weft:unused] This future is never used",
            "[weft:unused] This future is never used");
  }

  @Test
  void future_handedBackByACollection_isNoneThatWasMadeInVain() {
    source(
            """
            import java.util.*;
            class A {
              void plain(Deque<Future<Integer>> waiting, Map<String, Future<Void>> named, Future<Void> f) {
                waiting.removeFirst();
                named.put("f", f);
                Objects.requireNonNull(f);
              }
            }
            """)
        .isClean();
  }

  @Test
  void close_ofAsyncCloseable_isSeenToInBlocks() {
    source(
            """
            class A {
              interface Res extends AsyncCloseable {}
              @SuppressWarnings("try") // an explicit close
              Future<Void> fine(Res r, Scope s) {
                return async(() -> {
                  try (r; s; var t = r) { t.close(); }
                });
              }
              void plain(Res r) throws Exception { r.close(); }
            }
            """)
        .isClean();
  }

  @Test
  void close_throughWiderTypeOrBesideTheBlock_isAWarning() {
    source(
            """
            class A {
              interface Res extends AsyncCloseable {}
              Future<Void> wide(AutoCloseable r) {
                return async(() -> { r/*!*/.close(); });
              }
              Future<Void> beside(Res r) {
                return async(() -> {
                  Runnable later = () -> {
                    try { r/*!*/.close(); } catch (java.io.IOException e) { throw new RuntimeException(e); }
                  };
                  later.run();
                });
              }
            }
            """)
        .hasWarnings(
            "[weft:close] close() of an AutoCloseable that may be an AsyncCloseable",
            "[weft:close] close() of an AsyncCloseable in code that isn't the async block itself");
  }

  @Test
  void close_ofAResourceErasedToAnotherBound_isAWarning() {
    source(
            """
            class A {
              <T extends Comparable<T> & AsyncCloseable> Future<Void> resource(T t) {
                return async(() -> { try (/*!*/t) {} });
              }
              @SuppressWarnings("try") // an explicit close
              <T extends AsyncCloseable & Comparable<T>> Future<Void> first(T t) {
                return async(() -> { try (t) {} t.close(); });
              }
              @SuppressWarnings("try") // an explicit close
              <T extends Comparable<T> & AsyncCloseable> Future<Void> call(T t) {
                return async(() -> t.close());
              }
            }
            """)
        .hasWarnings("[weft:close] close() of this AsyncCloseable is compiled as that of Auto");
  }

  @Test
  void close_ofSuperInABlock_isAWarning() {
    source(
            """
            class A {
              abstract static class Base implements AsyncCloseable {}
              abstract static class Res extends Base {
                Future<Void> a() {
                  return async(() -> super/*!*/.close());
                }
                class Inner {
                  Future<Void> b() {
                    return async(() -> Res.super/*!*/.close());
                  }
                }
                void plain() throws Exception { super.close(); }
              }
            }
            """)
        .hasWarnings(
            "[weft:close] super.close() would hold up the worker",
            "[weft:close] super.close() would hold up the worker");
  }

  @Test
  void close_throughAnyBoundInMonitor_isAnError() {
    source(
            """
            class A {
              @SuppressWarnings("try") // an explicit close
              <T extends Comparable<T> & AsyncCloseable> Future<Void> a(T t) {
                return async(() -> {
                  synchronized (this) { t/*!*/.close(); }
                });
              }
            }
            """)
        .hasErrors("close can't stand in a synchronized block of an async block");
  }

  @Test
  void close_inMonitor_isAnError() {
    source(
            """
            class A {
              Future<Void> a(Scope s) {
                return async(() -> {
                  synchronized (this) { s/*!*/.close(); }
                });
              }
            }
            """)
        .hasErrors("close can't stand in a synchronized block of an async block");
  }

  @Test
  void stackfulMethod_calledFromBlock_isAWarning() {
    source(
            """
            class A {
              @Stackful int deep(Future<Integer> x) throws Exception { return await(x); }
              Future<Integer> a(Future<Integer> x) {
                return async(() -> await(stackful(() -> deep(x))) + /*!*/deep(x));
              }
            }
            """)
        .hasWarnings("[weft:stackful] deep is marked @Stackful and would hold up the worker");
  }

  @Test
  void warning_suppressedOnAnyDeclarationAround_isNotGiven() {
    source(
            """
            class A {
              @SuppressWarnings("weft:blocking")
              Future<Void> method() { return async(() -> Thread.sleep(1)); }

              @SuppressWarnings({"unused", "weft:blocking"})
              static class Inner {
                AsyncAction field = () -> Thread.sleep(1);
              }

              @SuppressWarnings("weft:blocking")
              final AsyncAction field = () -> Thread.sleep(1);

              AsyncAction local() {
                @SuppressWarnings("weft:blocking")
                AsyncAction local = () -> Thread.sleep(1);
                return local;
              }

              @SuppressWarnings("weft:lock")
              Future<Void> other() { return async(() -> Thread/*!*/.sleep(1)); }
            }
            """)
        .hasWarnings("[weft:blocking]");
  }
}
