package dev.weft.kv.server;

import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.kv.testkit.Kv;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestServices;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** What serves connections, without sockets and threads and with a clock that the test moves. */
final class InMemoryServer {

  final ManualClock clock = new ManualClock();
  final TestServices services = new TestServices(clock);
  final StopSignal stop = new StopSignal();
  final RequestServer requests;

  InMemoryServer(UnaryOperator<KvServerBuilder> settings) {
    this(settings, null);
  }

  InMemoryServer(UnaryOperator<KvServerBuilder> settings, MeterRegistry registry) {
    KvServerBuilder builder = settings.apply(KvServer.builder());
    var service = builder.service();
    requests =
        new RequestServer(
            service,
            stop,
            builder.settings(),
            registry == null ? null : new ServerMetrics(registry, service));
  }

  static InMemoryServer plain() {
    return new InMemoryServer(builder -> builder);
  }

  InMemoryPeer connect() {
    return connect(1 << 20);
  }

  /** A client whose connection takes so many bytes in each direction. */
  InMemoryPeer connect(int capacity) {
    DuplexPair pair = Io.duplex(capacity);
    return new InMemoryPeer(pair.first(), requests.serve(pair.second(), "peer"), services);
  }

  /** A client that is subscribed. */
  InMemoryPeer subscriber(String topic, int capacity) throws Exception {
    InMemoryPeer peer = connect(capacity);
    peer.ask(Kv.subscribe(topic));
    return peer;
  }

  /** Moves the clock and fires what is due. */
  void advance(Duration duration) {
    services.timers().fire(clock.advance(duration));
  }
}
