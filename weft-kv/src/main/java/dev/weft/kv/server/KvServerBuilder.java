package dev.weft.kv.server;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.Future;
import dev.weft.codec.FramedOptions;
import dev.weft.codec.KvFrameCodec;
import dev.weft.kv.command.CommandService;
import dev.weft.kv.command.Limits;
import dev.weft.kv.command.Service;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.store.MemoryStorage;
import dev.weft.kv.store.Storage;
import dev.weft.kv.topic.SlowSubscriber;
import dev.weft.kv.topic.SubscriberOptions;
import dev.weft.kv.yamux.YamuxOptions;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpOptions;
import dev.weft.net.tls.TlsAcceptor;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Settings of a server that is to be started. A bad value is refused at once. */
public final class KvServerBuilder {

  static final int DEFAULT_PORT = 9527;
  static final int DEFAULT_MAX_CONNECTIONS = 10_000;
  static final int MAX_CONNECTIONS = 1_000_000;
  static final int DEFAULT_MAX_MESSAGE = 16 << 20;
  static final int MOST_MAX_MESSAGE = 1 << 28;

  private static final int READ_BYTES = 16 << 10;
  private static final int BOUNDARY_BYTES = 64 << 10;

  private String host = "127.0.0.1";
  private int port = DEFAULT_PORT;
  private int maxConnections = DEFAULT_MAX_CONNECTIONS;
  private Duration idleTimeout = Duration.ofMinutes(5);
  private Duration shutdownLimit = Duration.ofSeconds(10);
  private int maxFrame = DEFAULT_MAX_MESSAGE;
  private int maxMessage = DEFAULT_MAX_MESSAGE;
  private Limits limits = Limits.DEFAULT;
  private final List<ServiceHook> hooks = new ArrayList<>(0);
  private @Nullable MeterRegistry registry;
  private @Nullable TlsAcceptor tls;
  private @Nullable Transport transport;
  private YamuxOptions yamux = YamuxOptions.DEFAULT;
  private SubscriberOptions subscribers = SubscriberOptions.DEFAULT;
  private @Nullable Storage storage;
  private @Nullable Service service;

  KvServerBuilder() {}

  /**
   * Where to listen.
   *
   * @param host a name or an address of this machine; default 127.0.0.1
   * @param port from 0 to 65535, 0 for a free one; default 9527
   * @return this builder
   */
  public KvServerBuilder address(String host, int port) {
    this.host = Objects.requireNonNull(host, "host");
    this.port = inRange("port", port, 0, 65_535);
    return this;
  }

  /**
   * How many connections are served at once; more wait until one ends.
   *
   * @param n from 1 to {@value #MAX_CONNECTIONS}; default {@value #DEFAULT_MAX_CONNECTIONS}
   * @return this builder
   */
  public KvServerBuilder maxConnections(int n) {
    maxConnections = inRange("maxConnections", n, 1, MAX_CONNECTIONS);
    return this;
  }

  /**
   * How long a connection may take for its next whole request, and its client for taking a
   * response. Doesn't end subscriptions in which nothing is published.
   *
   * @param limit more than zero; default 5 minutes
   * @return this builder
   */
  public KvServerBuilder idleTimeout(Duration limit) {
    idleTimeout = positive("idleTimeout", limit);
    return this;
  }

  /**
   * How long a shutdown waits for requests in flight.
   *
   * @param limit more than zero; default 10 seconds
   * @return this builder
   */
  public KvServerBuilder shutdownLimit(Duration limit) {
    shutdownLimit = positive("shutdownLimit", limit);
    return this;
  }

  /**
   * Biggest payload of a frame as it is on the wire, in both directions. A client that announces
   * more is cut off before anything is allocated for it.
   *
   * @param bytes from 1 to {@value #MOST_MAX_MESSAGE}; default {@value #DEFAULT_MAX_MESSAGE}
   * @return this builder
   */
  public KvServerBuilder maxFrame(int bytes) {
    maxFrame = inRange("maxFrame", bytes, 1, MOST_MAX_MESSAGE);
    return this;
  }

  /**
   * Biggest message, after a compressed payload was inflated, in both directions.
   *
   * @param bytes from 1 to {@value #MOST_MAX_MESSAGE}; default {@value #DEFAULT_MAX_MESSAGE}
   * @return this builder
   */
  public KvServerBuilder maxMessage(int bytes) {
    maxMessage = inRange("maxMessage", bytes, 1, MOST_MAX_MESSAGE);
    return this;
  }

  /**
   * How big names, keys and values may be.
   *
   * @param limits default {@link Limits#DEFAULT}
   * @return this builder
   */
  public KvServerBuilder limits(Limits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    return this;
  }

  /**
   * Where the pairs are kept.
   *
   * @param storage default: a new {@link MemoryStorage}; the server doesn't close it
   * @return this builder
   */
  public KvServerBuilder storage(Storage storage) {
    this.storage = Objects.requireNonNull(storage, "storage");
    return this;
  }

  /**
   * What becomes of a subscriber that takes messages more slowly than they are published.
   *
   * @param policy default {@link SlowSubscriber#DISCONNECT}
   * @return this builder
   */
  public KvServerBuilder slowSubscriber(SlowSubscriber policy) {
    subscribers =
        new SubscriberOptions(
            subscribers.messages(), subscribers.bytes(), Objects.requireNonNull(policy, "policy"));
    return this;
  }

  /**
   * How many messages may wait for a subscriber.
   *
   * @param messages from 1 to 2<sup>20</sup>; default 128
   * @return this builder
   */
  public KvServerBuilder subscriberQueue(int messages) {
    return subscriberQueue(messages, subscribers.bytes());
  }

  /**
   * How much may wait for a subscriber.
   *
   * @param messages from 1 to 2<sup>20</sup>; default 128
   * @param bytes of all of them, from 1; default 64 MiB. A message is counted with its frame, so
   *     about twice; one that is larger by itself may wait alone
   * @return this builder
   */
  public KvServerBuilder subscriberQueue(int messages, long bytes) {
    subscribers = new SubscriberOptions(messages, bytes, subscribers.whenFull());
    return this;
  }

  /**
   * What answers the requests, in place of a {@link CommandService} over the storage.
   *
   * @param service takes the place of {@link #storage}, {@link #limits} and what is set for
   *     subscribers
   * @return this builder
   */
  public KvServerBuilder service(Service service) {
    this.service = Objects.requireNonNull(service, "service");
    return this;
  }

  /**
   * Adds a hook behind those that were added before.
   *
   * @param hook sees every request
   * @return this builder
   */
  public KvServerBuilder hook(ServiceHook hook) {
    hooks.add(Objects.requireNonNull(hook, "hook"));
    return this;
  }

  /**
   * Where the server counts what it does; off unless set. The names are in the guide. Of topics it
   * counts only what goes through a {@link CommandService}.
   *
   * @param registry gets the meters when the server is bound
   * @return this builder
   */
  public KvServerBuilder metrics(MeterRegistry registry) {
    this.registry = Objects.requireNonNull(registry, "registry");
    return this;
  }

  /**
   * Serves over TLS only; off unless set. The protocol name {@code kv} suits the clients of this
   * server: {@code TlsOptions.defaults().identity(…).applicationProtocols("kv")}.
   *
   * @param acceptor does the handshakes; its certificate may be changed while the server runs
   * @return this builder
   */
  public KvServerBuilder tls(TlsAcceptor acceptor) {
    tls = Objects.requireNonNull(acceptor, "acceptor");
    return this;
  }

  /**
   * How many streams one connection may carry at once. A client chooses by its first bytes whether
   * its connection carries requests or a yamux session with requests on each of its streams.
   *
   * @param n from 1 to {@value YamuxOptions#MAX_STREAMS}; default 256. Further ones are reset
   * @return this builder
   */
  public KvServerBuilder maxStreams(int n) {
    yamux = yamux.withMaxStreams(inRange("maxStreams", n, 1, YamuxOptions.MAX_STREAMS));
    return this;
  }

  /** What lies between an accepted connection and its requests, in place of TLS and yamux. */
  KvServerBuilder transport(Transport other) {
    transport = other;
    return this;
  }

  /**
   * Starts to listen; connections wait until {@link KvServer#serve} runs.
   *
   * <p><em>Cancellation:</em> nothing is left open.
   *
   * @return the server, or failure with an {@link java.io.IOException} that has the address
   */
  public Future<KvServer> bind() {
    var address = InetSocketAddress.createUnresolved(host, port);
    var options = TcpOptions.defaults().noDelay(true).keepAlive(true);
    Service answering = service();
    Settings settings = settings();
    MeterRegistry meters = registry;
    return async(
        () -> {
          ServerMetrics metrics = meters == null ? null : new ServerMetrics(meters, answering);
          return new KvServer(
              await(TcpListener.bind(address, options)), settings, answering, metrics);
        });
  }

  /** What was set, for the server and its connections. */
  Settings settings() {
    return new Settings(
        maxConnections,
        idleTimeout,
        shutdownLimit,
        codec(),
        buffers(),
        transport == null ? new Layers(tls, yamux, idleTimeout) : transport,
        List.copyOf(hooks));
  }

  private KvFrameCodec<CommandRequest, CommandResponse> codec() {
    return KvFrameCodec.<CommandRequest, CommandResponse>messages(CommandRequest.parser())
        .withMaxFrame(maxFrame)
        .withMaxMessage(maxMessage);
  }

  /** Room for what may wait at the boundary and one response more, however large. */
  private FramedOptions buffers() {
    return new FramedOptions(
        READ_BYTES, BOUNDARY_BYTES, BOUNDARY_BYTES + 2 * Math.max(maxFrame, maxMessage));
  }

  /** What answers the requests. */
  Service service() {
    if (service != null) {
      return service;
    }
    return new CommandService(
        storage == null ? new MemoryStorage() : storage, limits, subscribers, codec(), maxMessage);
  }

  private static int inRange(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + "; accepted is " + least + " to " + most + ".");
    }
    return value;
  }

  private static Duration positive(String name, Duration value) {
    if (!Objects.requireNonNull(value, name).isPositive()) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be more than zero.");
    }
    return value;
  }
}
