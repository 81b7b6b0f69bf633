package dev.weft.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.BufferPool;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.io.PooledBuffer;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsStreamTest {

  private Weft weft;

  @BeforeEach
  void open() {
    weft = Weft.builder().workers(2).build();
  }

  @AfterEach
  void close() {
    weft.close();
  }

  static Stream<Arguments> kindsOfKeys() {
    return Stream.of(TlsVersion.values())
        .flatMap(v -> Stream.of("RSA", "EC", "Ed25519").map(kind -> Arguments.of(v, kind)));
  }

  @ParameterizedTest
  @MethodSource("kindsOfKeys")
  void connection_withEachKindOfKey_carriesBytesBothWays(TlsVersion version, String kind)
      throws Exception {
    Link link =
        Link.inMemory(
            weft,
            TlsOptions.defaults().identity(Certs.identity(Certs.server(kind))).versions(version),
            Certs.clientOptions());
    assertThat(link.client().version()).isEqualTo(version);
    assertThat(link.server().version()).isEqualTo(version);
    assertThat(link.client().cipherSuite()).isEqualTo(link.server().cipherSuite());
    assertThat(link.client().peerCertificates()).containsExactly(Certs.server(kind).certificate());
    assertThat(link.server().peerCertificates()).isEmpty();
    assertThat(link.server().serverName()).contains(Certs.HOST);
    exchange(weft, link, 100_000, 200_000);
  }

  /** In TLS 1.2 the end of one direction is the end of both, so there the bytes are counted. */
  private static void exchange(Weft weft, Link link, long there, long back) throws Exception {
    boolean end = link.client().version() == TlsVersion.TLS_1_3;
    JoinHandle<Long> sent = weft.spawn(new Flow.Send(link.client(), there, end, 1));
    JoinHandle<Long> answered = weft.spawn(new Flow.Send(link.server(), back, end, 2));
    JoinHandle<Long> received =
        weft.spawn(new Flow.Receive(link.server(), end ? Long.MAX_VALUE : there, 3));
    var receive = new Flow.Receive(link.client(), end ? Long.MAX_VALUE : back, 4);
    assertThat(weft.blockOn(receive)).isEqualTo(back);
    assertThat(weft.blockOn(received)).isEqualTo(there);
    assertThat(weft.blockOn(sent)).isEqualTo(there);
    assertThat(weft.blockOn(answered)).isEqualTo(back);
    assertThat(link.client().isIdle()).isTrue();
    assertThat(link.server().isIdle()).isTrue();
    JoinHandle<Integer> ended = weft.spawn(link.server().read(ByteBuffer.allocate(1)));
    weft.blockOn(link.client().closeAsync());
    assertThat(weft.blockOn(ended)).isEqualTo(AsyncRead.EOF);
    weft.blockOn(link.server().closeAsync());
  }

  @ParameterizedTest
  @EnumSource
  void connection_overAChoppyTransport_losesNothing(Weft.Scheduler scheduler) throws Exception {
    try (Weft other = Weft.builder().scheduler(scheduler).workers(2).build()) {
      for (int seed = 0; seed < 40; seed++) {
        TlsVersion version = seed % 4 < 2 ? TlsVersion.TLS_1_3 : TlsVersion.TLS_1_2;
        int most = seed % 4 == 0 ? 1 : 1 << (seed % 15);
        DuplexPair pair = Io.duplex(seed % 3 == 0 ? 1 + seed : 20_000);
        Link link =
            Link.over(
                other,
                Certs.serverOptions().versions(version),
                Certs.clientOptions(),
                new Choppy(pair.first(), seed, most),
                new Choppy(pair.second(), seed + 1000, most));
        long amount = most == 1 ? 3_000 : 50_000;
        exchange(other, link, amount, amount + 1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void readPooled_overTcp_takesABufferWhenSomethingComes(TlsVersion version) throws Exception {
    TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
    JoinHandle<TcpStream> accepting = weft.spawn(listener.accept());
    TcpStream client = weft.blockOn(TcpStream.connect(listener.localAddress()));
    Link link =
        Link.over(
            weft,
            Certs.serverOptions().versions(version),
            Certs.clientOptions(),
            client,
            weft.blockOn(accepting));
    BufferPool pool = BufferPool.direct(64);
    JoinHandle<PooledBuffer> reading = weft.spawn(link.server().readPooled(pool));
    weft.blockOn(link.client().writeAll(ByteBuffer.wrap(new byte[] {1, 2, 3})));
    try (PooledBuffer read = weft.blockOn(reading)) {
      assertThat(read.bytes().remaining()).isEqualTo(3);
    }
    weft.blockOn(link.server().writeAll(ByteBuffer.wrap(new byte[1])));
    weft.blockOn(link.client().read(ByteBuffer.allocate(1))); // or closing would reset
    JoinHandle<Void> ending = weft.spawn(link.server().readable());
    weft.blockOn(link.client().closeAsync());
    weft.blockOn(ending);
    try (PooledBuffer read = weft.blockOn(link.server().readPooled(pool))) {
      assertThat(read.bytes().hasRemaining()).isFalse();
    }
    assertThat(pool.idle()).isPositive();
    weft.blockOn(link.server().closeAsync());
  }

  @ParameterizedTest
  @EnumSource
  void connection_overTcp_carriesMuchBothWaysAtOnce(TlsVersion version) throws Exception {
    TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
    JoinHandle<TcpStream> accepting = weft.spawn(listener.accept());
    TcpStream client = weft.blockOn(TcpStream.connect(listener.localAddress()));
    Link link =
        Link.over(
            weft,
            Certs.serverOptions().versions(version),
            Certs.clientOptions(),
            client,
            weft.blockOn(accepting));
    exchange(weft, link, 20 << 20, 20 << 20);
  }

  @Test
  void connection_insideAnother_works() throws Exception {
    Link outer = Link.inMemory(weft);
    Link inner =
        Link.over(
            weft, Certs.serverOptions(), Certs.clientOptions(), outer.client(), outer.server());
    exchange(weft, inner, 50_000, 60_000);
  }

  @Test
  void write_ofSeveralBuffers_goesIntoOneRecord() throws Exception {
    Link link = Link.inMemory(weft);
    ByteBuffer[] parts = {bytes("one "), bytes(""), bytes("two "), bytes("three")};
    weft.blockOn(link.client().writeAll(parts));
    ByteBuffer room = ByteBuffer.allocate(100);
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(13);
    assertThat(text(room)).isEqualTo("one two three");
  }

  @Test
  void read_withASmallBuffer_keepsTheRestOfTheRecord() throws Exception {
    Link link = Link.inMemory(weft);
    weft.blockOn(link.client().writeAll(bytes("hello")));
    ByteBuffer room = ByteBuffer.allocate(2);
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(2);
    assertThat(link.server().isIdle()).isFalse();
    ByteBuffer more = ByteBuffer.allocate(10);
    assertThat(weft.blockOn(link.server().read(more))).isEqualTo(3);
    assertThat(text(room) + text(more)).isEqualTo("hello");
    assertThat(link.server().isIdle()).isTrue();
  }

  @Test
  void emptyBuffers_areNeitherReadNorWritten() throws Exception {
    Link link = Link.inMemory(weft);
    ByteBuffer empty = ByteBuffer.allocate(0);
    assertThat(weft.blockOn(link.client().read(empty))).isZero();
    assertThat(weft.blockOn(link.client().write(empty))).isZero();
    weft.blockOn(link.client().flush());
  }

  @Test
  void idleConnections_holdNoBuffer() throws Exception {
    Link link = Link.inMemory(weft);
    for (int i = 0; i < 10; i++) {
      weft.blockOn(link.client().writeAll(bytes("ping")));
      weft.blockOn(link.server().read(ByteBuffer.allocate(100)));
      weft.blockOn(link.server().writeAll(bytes("pong")));
      weft.blockOn(link.client().read(ByteBuffer.allocate(100)));
      assertThat(link.client().isIdle()).isTrue();
      assertThat(link.server().isIdle()).isTrue();
    }
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(ByteBuffer buffer) {
    return StandardCharsets.UTF_8.decode(buffer.duplicate().flip()).toString();
  }
}
