package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.weft.testkit.Drivers#working")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TcpChurnTest {

  private static final int WAVES = 20;
  private static final int CLIENTS = 25;

  @Parameter Weft.Driver kind;

  private final Random random = new Random(5);

  @ParameterizedTest
  @EnumSource
  void clients_abortedAtAnyMoment_leaveNothingBehind(Weft.Scheduler scheduler) throws Exception {
    waves(scheduler, 2); // Loads what holds descriptors of its own.
    int base = Descriptors.count();
    int finished = waves(scheduler, WAVES);
    assertThat(finished).isBetween(1, WAVES * CLIENTS);
    Eventually.until("descriptors are given back", () -> Descriptors.count() <= base);
  }

  private int waves(Weft.Scheduler scheduler, int count) throws Exception {
    int finished = 0;
    try (Weft weft =
        Weft.builder()
            .driver(kind)
            .scheduler(scheduler)
            .workers(2)
            .onUnhandled(reset -> assertThat(reset).isInstanceOf(IOException.class))
            .build()) {
      TcpListener listener =
          weft.blockOn(
              TcpListener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
      JoinHandle<Integer> server = weft.spawn(new EchoServer(listener));
      for (int wave = 0; wave < count; wave++) {
        finished += wave(weft, listener.localAddress());
      }
      weft.blockOn(listener.closeAsync());
      weft.blockOn(server);
    }
    return finished;
  }

  private int wave(Weft weft, InetSocketAddress address) throws Exception {
    List<JoinHandle<Integer>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(weft.spawn(new EchoClient(address, random.nextInt(30))));
    }
    int finished = 0;
    for (JoinHandle<Integer> client : clients) {
      if (random.nextInt(3) == 0) {
        client.abort();
      }
      try {
        weft.blockOn(client);
        finished++;
      } catch (CancellationException aborted) {
        // That is what this is about.
      }
    }
    return finished;
  }
}
