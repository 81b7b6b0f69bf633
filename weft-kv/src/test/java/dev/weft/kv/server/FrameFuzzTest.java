package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.hgetall;
import static dev.weft.kv.testkit.Kv.hmget;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.publish;
import static dev.weft.kv.testkit.Kv.subscribe;
import static dev.weft.kv.testkit.Kv.text;
import static dev.weft.kv.testkit.Kv.unsubscribe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Cancellation;
import dev.weft.kv.testkit.RawConnection;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Bytes that may be anything. What came before the first bad one is answered, the connection ends
 * or goes on, memory stays within its bounds, and the server serves the next one.
 */
final class FrameFuzzTest {

  private static final int MAX_FRAME = 8 << 10;
  private static final long SEED = Long.getLong("weft.seed", 20_261_130L);
  private static final Logger LOG = Logger.getLogger("dev.weft.kv");

  private final InMemoryServer server =
      new InMemoryServer(builder -> builder.maxFrame(MAX_FRAME).maxMessage(MAX_FRAME));
  private final List<byte[]> seeds = new ArrayList<>();
  private InMemoryPeer neighbour;

  @BeforeEach
  void prepare() throws Exception {
    LOG.setLevel(Level.OFF); // a line for each bad frame
    seeds.add(RawConnection.frame(hget("t", "k")));
    seeds.add(RawConnection.frame(hset("t", "k2", text("value"))));
    seeds.add(RawConnection.frame(hmget("t", "k", "l", "m")));
    seeds.add(RawConnection.frame(hgetall("t")));
    seeds.add(RawConnection.frame(publish("a", text("m"), text("n"))));
    seeds.add(RawConnection.frame(unsubscribe("a", 1)));
    seeds.add(RawConnection.frame(subscribe("a")));
    seeds.add(RawConnection.compressedFrame(hget("t", "k").toByteArray()));
    seeds.add(RawConnection.compressedFrame(hset("t", "k3", text("v".repeat(500))).toByteArray()));
    seeds.add(RawConnection.compressedFrame(new byte[1 << 15])); // inflates beyond the limit
    neighbour = server.connect();
    assertThat(neighbour.ask(hset("guarded", "key", text("v"))).getStatus()).isEqualTo(200);
  }

  @AfterEach
  void restore() {
    LOG.setLevel(null);
  }

  @Test
  void inputs_ofAnyBytes_endTheirConnectionAtWorst() throws Exception {
    fuzz(50_000);
  }

  @Test
  @Tag("stress")
  void inputs_tenMillion_endTheirConnectionAtWorst() throws Exception {
    fuzz(10_000_000);
  }

  private void fuzz(int inputs) throws Exception {
    for (int i = 0; i < inputs; i++) {
      long seed = SEED + i;
      try {
        one(new SplittableRandom(seed));
      } catch (Exception | AssertionError failure) {
        throw new AssertionError("with -Dweft.seed=" + seed, failure);
      }
      if (i % 1_000 == 0) {
        server.advance(Duration.ZERO); // as each turn of a worker; lets cancelled timers go
        assertThat(neighbour.ask(hget("guarded", "key"))).isEqualTo(ok(text("v")));
      }
    }
    assertThat(server.services.timers().size()).isLessThanOrEqualTo(1);
  }

  private void one(SplittableRandom random) throws Exception {
    InMemoryPeer peer = server.connect(1 << 10);
    boolean greeted = random.nextBoolean();
    if (greeted) {
      peer.send(hget("guarded", "key"));
    }
    byte[] input = input(random);
    for (int from = 0; from < input.length && !peer.isOver(); ) {
      int to = Math.min(input.length, from + random.nextInt(1, 2 * input.length));
      int sent = peer.send(Arrays.copyOfRange(input, from, to));
      assertThat(peer.served().bufferBytes()).isLessThan(64 * MAX_FRAME);
      if (sent < to - from) {
        break; // it reads no more
      }
      from = to;
    }
    if (greeted) {
      assertThat(peer.response()).isEqualTo(ok(text("v")));
    }
    peer.receive();
    peer.end();
    if (!peer.isOver()) { // a subscriber may be silent for ever, and one with full pipes waits
      peer.served().cancel();
      try {
        peer.run();
      } catch (Cancellation over) {
        return;
      }
    }
    assertThat(peer.isOver()).isTrue();
  }

  /** Frames with a few changes: bits, bytes, lengths, cuts, repetitions. */
  private byte[] input(SplittableRandom random) {
    var bytes = new ByteArrayOutputStream();
    int frames = random.nextInt(1, 4);
    for (int i = 0; i < frames; i++) {
      bytes.writeBytes(seeds.get(random.nextInt(seeds.size())));
    }
    byte[] input = bytes.toByteArray();
    int changes = random.nextInt(5);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(input.length);
      switch (random.nextInt(5)) {
        case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> input[at] = (byte) random.nextInt(256);
        case 2 -> input[random.nextInt(Math.min(4, input.length))] = (byte) random.nextInt(256);
        case 3 -> input = Arrays.copyOf(input, Math.max(1, at));
        default -> {
          byte[] longer = Arrays.copyOf(input, input.length + at + 1);
          System.arraycopy(input, 0, longer, input.length, at + 1);
          input = longer;
        }
      }
    }
    return input;
  }
}
