package dev.weft.everypoll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.JoinMap;
import dev.weft.JoinSet;
import dev.weft.Scope;
import dev.weft.interop.CompletableFutures;
import dev.weft.interop.Flows;
import dev.weft.stream.AsyncSink;
import dev.weft.stream.AsyncStream;
import dev.weft.stream.PeekableStream;
import dev.weft.stream.Streams;
import dev.weft.sync.AsyncBarrier;
import dev.weft.sync.AsyncMutex;
import dev.weft.sync.AsyncRwLock;
import dev.weft.sync.AsyncSemaphore;
import dev.weft.sync.Broadcast;
import dev.weft.sync.CancellationToken;
import dev.weft.sync.LazyCell;
import dev.weft.sync.Mpmc;
import dev.weft.sync.Mpsc;
import dev.weft.sync.Notify;
import dev.weft.sync.OnceCell;
import dev.weft.sync.Oneshot;
import dev.weft.sync.RateLimiter;
import dev.weft.sync.TaskTracker;
import dev.weft.sync.Watch;
import dev.weft.time.DelayQueue;
import dev.weft.time.Interval;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Everything public that makes a future, a stream or a sink of something is called in the table: a
 * new combinator without a scenario fails here.
 */
class CoverageTest {

  private static final List<Class<?>> PLACES =
      List.of(
          Async.class,
          Scope.class,
          JoinSet.class,
          JoinMap.class,
          AsyncStream.class,
          PeekableStream.class,
          AsyncSink.class,
          Streams.class,
          AsyncMutex.class,
          AsyncRwLock.class,
          AsyncSemaphore.class,
          AsyncBarrier.class,
          Notify.class,
          OnceCell.class,
          LazyCell.class,
          RateLimiter.class,
          CancellationToken.class,
          TaskTracker.class,
          DelayQueue.class,
          Interval.class,
          Mpsc.Sender.class,
          Mpsc.BoundedSender.class,
          Mpsc.Receiver.class,
          Mpmc.Receiver.class,
          Oneshot.Sender.class,
          Oneshot.Receiver.class,
          Broadcast.Sender.class,
          Broadcast.Receiver.class,
          Watch.Sender.class,
          Watch.Receiver.class,
          CompletableFutures.class,
          Flows.class);

  private static final List<Class<?>> MADE =
      List.of(
          dev.weft.Future.class,
          AsyncStream.class,
          AsyncSink.class,
          Supplier.class,
          CompletionStage.class,
          Flow.Publisher.class,
          Flow.Subscriber.class);

  /** What has no scenario, and why it needs none. */
  private static final Map<String, String> WITHOUT =
      Map.ofEntries(
          Map.entry("Async.stackful(StackfulBody)", "a block, as async is, whatever compiles it"),
          Map.entry("Async.stackful(StackfulAction)", "the same"),
          Map.entry("JoinSet.tryJoinNext()", "waits for nothing"),
          Map.entry("Flows.publisher(Weft,Supplier)", "the same for several streams"),
          Map.entry("Async.spawnBlocking(Callable)", "runs on a thread: see AbortContract"),
          Map.entry("Streams.of(Object[])", "waits for nothing"),
          Map.entry("Streams.fromIterable(Iterable)", "waits for nothing"),
          Map.entry("Streams.fromIterator(Iterator)", "waits for nothing"),
          Map.entry("Streams.range(int,int)", "waits for nothing"),
          Map.entry("Streams.lines(BufReader)", "reads bytes: see BufReaderCutTest"),
          Map.entry("Streams.lines(BufReader,int)", "the same"),
          Map.entry(
              "CompletableFutures.start(Executor,Weft,Future)",
              "runs on threads: see ExecutorRunnerTest"),
          Map.entry("Flows.processor(Weft,int,Function)", "a subscriber and a publisher in a row"));

  private static String name(Class<?> place, Method method) {
    return place.getName().replaceFirst(".*\\.", "").replace('$', '.')
        + "."
        + method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .toList()
            .toString()
            .replace(", ", ",")
            .replaceFirst("^\\[", "(")
            .replaceFirst("]$", ")");
  }

  private static Map<String, Method> required() {
    Map<String, Method> required = new TreeMap<>();
    for (Class<?> place : PLACES) {
      Method[] methods = place == Async.class ? place.getMethods() : place.getDeclaredMethods();
      for (Method method : methods) {
        boolean fits =
            Modifier.isPublic(method.getModifiers())
                && !method.isSynthetic()
                && MADE.stream().anyMatch(made -> made.isAssignableFrom(method.getReturnType()));
        if (fits && method.getDeclaringClass() != Object.class) {
          required.put(name(place, method), method);
        }
      }
    }
    return required;
  }

  /** Name and descriptor of all methods that the classes of the table refer to, with the owners. */
  private static Map<String, Set<Class<?>>> called() throws Exception {
    Map<String, Set<Class<?>>> called = new TreeMap<>();
    for (Class<?> table : Scenarios.classes()) {
      for (PoolEntry entry : ClassFile.of().parse(bytes(table)).constantPool()) {
        if (entry instanceof MemberRefEntry member && member.type().stringValue().startsWith("(")) {
          String owner = member.owner().asInternalName();
          if (owner.startsWith("dev/weft/")) {
            called
                .computeIfAbsent(
                    member.name().stringValue() + member.type().stringValue(),
                    _ -> new java.util.HashSet<>())
                .add(Class.forName(owner.replace('/', '.')));
          }
        }
      }
    }
    return called;
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return in.readAllBytes();
    }
  }

  private static String descriptor(Method method) {
    return method.getName()
        + java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .toMethodDescriptorString();
  }

  @Test
  void everyPublicCombinator_isCalledInTheTable() throws Exception {
    Map<String, Set<Class<?>>> called = called();
    var missing = new TreeSet<String>();
    required()
        .forEach(
            (name, method) -> {
              boolean inTable =
                  called.getOrDefault(descriptor(method), Set.of()).stream()
                      .anyMatch(
                          owner ->
                              method.getDeclaringClass().isAssignableFrom(owner)
                                  || owner.isAssignableFrom(method.getDeclaringClass()));
              if (inTable == WITHOUT.containsKey(name)) {
                missing.add(name);
              }
            });
    assertThat(missing).as("without a scenario, or with one and a reason for none").isEmpty();
    assertThat(required().keySet()).containsAll(WITHOUT.keySet()).hasSizeGreaterThan(130);
  }
}
