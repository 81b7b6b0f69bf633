package dev.weft.compiler.check;

import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Methods of the JDK and of this library that may hold their thread up for long, by class; a
 * subclass's method of the same name counts as well.
 */
final class BlockingCalls {

  private static final String POOL =
      "await(spawnBlocking(() -> …)) runs it on a thread for such calls";
  private static final String SLEEP = "await(sleep(duration)) waits without the thread";
  private static final String QUEUE = "dev.weft.sync.Mpsc is a queue that can be awaited";
  private static final String SIGNAL = "dev.weft.sync.Notify is a signal that can be awaited";
  private static final String TWIN = "await the method without blocking in its name";
  private static final String NET = "dev.weft.net has sockets that can be awaited";

  private record Row(String type, Set<String> methods, String advice) {
    boolean names(String method) {
      return methods.isEmpty() || methods.contains(method);
    }
  }

  private static Row row(String type, String advice, String... methods) {
    return new Row(type, Set.of(methods), advice);
  }

  private static final List<Row> TABLE =
      List.of(
          row("java.lang.Thread", SLEEP, "sleep"),
          row("java.lang.Thread", POOL, "join"),
          row("java.lang.Object", SIGNAL, "wait"),
          row("java.lang.Process", POOL, "waitFor"),
          row("java.util.concurrent.TimeUnit", SLEEP, "sleep"),
          row("java.util.concurrent.BlockingQueue", QUEUE, "take", "put"),
          row("java.util.concurrent.BlockingDeque", QUEUE, "takeFirst", "takeLast", "putFirst"),
          row("java.util.concurrent.Future", POOL, "get"),
          row("java.util.concurrent.CompletableFuture", POOL, "join"),
          row("java.util.concurrent.ForkJoinTask", POOL, "join", "invoke"),
          row("java.util.concurrent.CountDownLatch", POOL, "await"),
          row("java.util.concurrent.CyclicBarrier", POOL, "await"),
          row("java.util.concurrent.Phaser", POOL, "awaitAdvance", "arriveAndAwaitAdvance"),
          row("java.util.concurrent.Exchanger", POOL, "exchange"),
          row(
              "java.util.concurrent.Semaphore",
              "dev.weft.sync.AsyncSemaphore can be awaited",
              "acquire",
              "acquireUninterruptibly"),
          row("java.util.concurrent.locks.Condition", SIGNAL, "await", "awaitNanos", "awaitUntil"),
          row("java.util.concurrent.locks.LockSupport", SIGNAL, "park", "parkNanos", "parkUntil"),
          row(
              "java.util.concurrent.ExecutorService",
              POOL,
              "invokeAll",
              "invokeAny",
              "awaitTermination",
              "close"),
          row("java.net.http.HttpClient", POOL, "send"),
          row("java.net.InetAddress", POOL, "getByName", "getAllByName", "getLocalHost"),
          row("java.net.URL", POOL, "openStream", "getContent"),
          row("java.net.Socket", NET, "connect"),
          row("java.net.ServerSocket", NET, "accept"),
          row("java.net.DatagramSocket", NET, "receive", "send"),
          row("java.nio.channels.SocketChannel", NET, "connect", "read", "write"),
          row("java.nio.channels.ServerSocketChannel", NET, "accept"),
          row("java.nio.channels.FileChannel", POOL, "read", "write", "force", "lock"),
          row("java.nio.channels.Selector", POOL, "select"),
          row(
              "java.io.InputStream",
              POOL,
              "read",
              "readAllBytes",
              "readNBytes",
              "transferTo",
              "skip"),
          row("java.io.RandomAccessFile", POOL, "read", "readFully", "write"),
          row("java.io.FileOutputStream", POOL, "write"),
          row("java.io.Console", POOL, "readLine", "readPassword"),
          row("java.lang.IO", POOL, "readln"),
          row("java.nio.file.Files", POOL),
          row("java.sql.DriverManager", POOL, "getConnection"),
          row("javax.sql.DataSource", POOL, "getConnection"),
          row("java.sql.Connection", POOL, "commit", "rollback", "prepareStatement", "close"),
          row(
              "java.sql.Statement",
              POOL,
              "execute",
              "executeQuery",
              "executeUpdate",
              "executeBatch",
              "executeLargeUpdate"),
          row("java.sql.ResultSet", POOL, "next"),
          row("dev.weft.sync.Mpsc.Sender", TWIN, "blockingSend"),
          row("dev.weft.sync.Mpsc.Receiver", TWIN, "blockingRecv", "blockingRecvMany"),
          row("dev.weft.sync.Mpmc.Receiver", TWIN, "blockingRecv"),
          row("dev.weft.sync.Broadcast.Receiver", TWIN, "blockingRecv"),
          row("dev.weft.sync.Oneshot.Receiver", TWIN, "blockingRecv"),
          row("dev.weft.Weft", "await the future itself", "blockOn"));

  /** Streams that only look like files and sockets. */
  private static final List<String> IN_MEMORY =
      List.of("java.io.ByteArrayInputStream", "java.io.SequenceInputStream");

  private final WeftTypes types;

  BlockingCalls(WeftTypes types) {
    this.types = types;
  }

  /**
   * What to do in place of a call.
   *
   * @param method what is called
   * @param receiver static type of what it is called on; {@code null} for a static method
   * @return advice, or {@code null} if the call isn't known to block
   */
  @Nullable String advice(Element method, @Nullable TypeMirror receiver) {
    String name = method.getSimpleName().toString();
    TypeMirror owner = owner(method, receiver);
    for (Row row : TABLE) {
      if (row.names(name) && isOf(owner, row)) {
        return row.advice();
      }
    }
    return null;
  }

  private static @Nullable TypeMirror owner(Element method, @Nullable TypeMirror receiver) {
    if (receiver != null) {
      return receiver;
    }
    return method.getEnclosingElement() instanceof TypeElement type ? type.asType() : null;
  }

  private boolean isOf(@Nullable TypeMirror owner, Row row) {
    return types.isA(owner, row.type())
        && IN_MEMORY.stream().noneMatch(type -> types.isA(owner, type));
  }
}
