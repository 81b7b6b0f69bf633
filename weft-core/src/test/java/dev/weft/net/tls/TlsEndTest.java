package dev.weft.net.tls;

import static dev.weft.net.tls.TlsStreamTest.bytes;
import static dev.weft.net.tls.TlsStreamTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.AsyncRead;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.io.SocketClosedException;
import dev.weft.spi.RuntimeOptions;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How connections end, well or badly. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsEndTest {

  private final ManualClock clock = new ManualClock();
  private final ByteBuffer room = ByteBuffer.allocate(100);
  private Weft weft;
  private DuplexPair pair;

  @BeforeEach
  void open() {
    weft = ((RuntimeOptions) Weft.builder().workers(2)).clock(clock).build();
    pair = Io.duplex(20_000);
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private Link link(TlsVersion version) throws Exception {
    return Link.over(
        weft,
        Certs.serverOptions().versions(version),
        Certs.clientOptions(),
        pair.first(),
        pair.second());
  }

  @Test
  void shutdown_inTls13_leavesTheOtherDirectionOpen() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    weft.blockOn(link.client().shutdown());
    weft.blockOn(link.client().shutdown()); // harmless
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(AsyncRead.EOF);
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(AsyncRead.EOF);
    for (int i = 0; i < 3; i++) {
      weft.blockOn(link.server().writeAll(bytes("more")));
      weft.blockOn(link.client().read(room.clear()));
      assertThat(text(room)).isEqualTo("more");
    }
    weft.blockOn(link.server().shutdown());
    assertThat(weft.blockOn(link.client().read(room.clear()))).isEqualTo(AsyncRead.EOF);
    assertThatThrownBy(() -> weft.blockOn(link.client().write(bytes("x"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("after the shutdown");
  }

  @Test
  void shutdown_inTls12_endsBothDirections() throws Exception {
    Link link = link(TlsVersion.TLS_1_2);
    weft.blockOn(link.client().writeAll(bytes("last")));
    weft.blockOn(link.client().shutdown());
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(4);
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(AsyncRead.EOF);
    assertThat(weft.blockOn(link.client().read(room))).isEqualTo(AsyncRead.EOF);
    assertThatThrownBy(() -> weft.blockOn(link.server().write(bytes("x"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the peer has ended the TLS connection");
  }

  @ParameterizedTest
  @EnumSource
  void transport_thatEndsWithoutNotice_isAFailure(TlsVersion version) throws Exception {
    Link link = link(version);
    weft.blockOn(link.client().writeAll(bytes("some")));
    weft.blockOn(pair.first().shutdown());
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(4);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> weft.blockOn(link.server().read(room)))
          .isInstanceOf(EOFException.class)
          .hasMessageStartingWith(pair.second() + ": ")
          .hasMessageContaining("may be cut off");
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_byOneSide_isAnEndToTheOther(TlsVersion version) throws Exception {
    Link link = link(version);
    weft.blockOn(link.client().writeAll(bytes("bye")));
    weft.blockOn(link.client().closeAsync());
    weft.blockOn(link.client().closeAsync()); // does nothing
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(3);
    assertThat(weft.blockOn(link.server().read(room))).isEqualTo(AsyncRead.EOF);
    weft.blockOn(link.server().closeAsync()); // though nobody takes its good-bye
    assertThatThrownBy(() -> weft.blockOn(link.client().read(room)))
        .isInstanceOf(SocketClosedException.class);
    assertThatThrownBy(() -> weft.blockOn(link.client().write(bytes("x"))))
        .isInstanceOf(SocketClosedException.class);
  }

  @Test
  void close_whileATaskReads_failsTheRead() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    JoinHandle<Integer> reading = weft.spawn(link.client().read(room));
    Eventually.until("it waits", () -> idle() == 1);
    weft.blockOn(link.client().closeAsync());
    assertThatThrownBy(() -> weft.blockOn(reading)).isInstanceOf(IOException.class);
  }

  private long idle() {
    return weft.dump().tasks().stream().filter(task -> task.state().equals("idle")).count();
  }

  @Test
  void close_whileATaskWrites_failsTheWriteAndSendsWhatWasTaken() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    JoinHandle<Void> writing = weft.spawn(link.client().writeAll(ByteBuffer.allocate(1_000_000)));
    Eventually.until("it waits", () -> idle() == 1);
    JoinHandle<Void> closing = weft.spawn(link.client().closeAsync());
    assertThatThrownBy(() -> weft.blockOn(writing)).isInstanceOf(SocketClosedException.class);
    long received = 0;
    ByteBuffer large = ByteBuffer.allocate(100_000);
    int count = weft.blockOn(link.server().read(large));
    while (count > 0) {
      received += count;
      count = weft.blockOn(link.server().read(large.clear()));
    }
    assertThat(count).isEqualTo(AsyncRead.EOF);
    assertThat(received).isPositive().isLessThan(1_000_000);
    weft.blockOn(closing);
  }

  @Test
  void close_whenThePeerTakesNothing_cutsOffInTime() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    JoinHandle<Void> writing = weft.spawn(link.client().writeAll(ByteBuffer.allocate(1_000_000)));
    Eventually.until("it waits", () -> idle() == 1);
    JoinHandle<Void> closing = weft.spawn(link.client().closeAsync());
    assertThatThrownBy(() -> weft.blockOn(writing)).isInstanceOf(SocketClosedException.class);
    Eventually.until("it waits", () -> idle() == 1);
    clock.advance(Duration.ofSeconds(5));
    assertThatThrownBy(() -> weft.blockOn(closing))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("didn't take what was written last within PT5S");
    assertThatThrownBy(() -> weft.blockOn(pair.first().read(room))).hasMessageContaining("closed");
  }

  @Test
  void close_thatIsCancelled_closesTheTransportAtOnce() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    JoinHandle<Void> writing = weft.spawn(link.client().writeAll(ByteBuffer.allocate(1_000_000)));
    Eventually.until("it waits", () -> idle() == 1);
    JoinHandle<Void> closing = weft.spawn(link.client().closeAsync());
    assertThatThrownBy(() -> weft.blockOn(writing)).isInstanceOf(SocketClosedException.class);
    closing.abort();
    Eventually.until("it is closed", closing::isFinished);
    assertThatThrownBy(() -> weft.blockOn(pair.first().read(room))).hasMessageContaining("closed");
  }

  @Test
  void record_thatWasChanged_breaksTheConnection() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    weft.blockOn(link.client().read(forgetTickets(link)));
    byte[] forged = new byte[40];
    forged[0] = 23;
    forged[1] = 3;
    forged[2] = 3;
    forged[4] = 35;
    weft.blockOn(pair.first().writeAll(ByteBuffer.wrap(forged)));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> weft.blockOn(link.server().read(room)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(pair.second() + ": ");
    }
    assertThatThrownBy(() -> weft.blockOn(link.server().write(bytes("x"))))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> weft.blockOn(link.client().read(room)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bad_record_mac");
    weft.blockOn(link.server().closeAsync());
  }

  private ByteBuffer forgetTickets(Link link) throws Exception {
    weft.blockOn(link.server().writeAll(bytes("hi")));
    return ByteBuffer.allocate(10);
  }

  @Test
  void read_cancelledInTheMiddleOfARecord_losesNothing() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    weft.blockOn(link.client().writeAll(bytes("not a byte is lost")));
    ByteBuffer record = ByteBuffer.allocate(1000);
    // Taken away from the server and given back in pieces.
    weft.blockOn(pair.second().read(record));
    record.flip();
    DuplexPair relay = pair;
    for (int i = 0; i < record.limit() - 1; i++) {
      JoinHandle<Integer> reading = weft.spawn(link.server().read(room));
      weft.blockOn(relay.first().writeAll(record.slice(i, 1)));
      int left = i;
      Eventually.until("it waits again, " + left, () -> idle() == 1);
      reading.abort();
      assertThatThrownBy(() -> weft.blockOn(reading)).isInstanceOf(CancellationException.class);
      assertThat(room.position()).isZero();
    }
    weft.blockOn(relay.first().writeAll(record.slice(record.limit() - 1, 1)));
    weft.blockOn(link.server().read(room));
    assertThat(text(room)).isEqualTo("not a byte is lost");
  }

  @Test
  void write_cancelledWhilePending_wroteNothing() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    ByteBuffer all = ByteBuffer.allocate(1_000_000);
    byte[] pattern = new byte[all.capacity()];
    Flow.fill(pattern, 0);
    all.put(pattern).flip();
    JoinHandle<Void> writing = weft.spawn(link.client().writeAll(all));
    Eventually.until("it waits", () -> idle() == 1);
    writing.abort();
    assertThatThrownBy(() -> weft.blockOn(writing)).isInstanceOf(CancellationException.class);
    int written = all.position();
    assertThat(written).isPositive().isLessThan(all.capacity());
    JoinHandle<Long> receiving = weft.spawn(new Flow.Receive(link.server(), Long.MAX_VALUE, 1));
    weft.blockOn(link.client().writeAll(all)); // the rest
    weft.blockOn(link.client().shutdown());
    assertThat(weft.blockOn(receiving)).isEqualTo(all.capacity());
  }

  @Test
  void record_leftBehindByACancelledWriter_isSentByTheReader() throws Exception {
    Link link = link(TlsVersion.TLS_1_3);
    JoinHandle<Void> writing = weft.spawn(link.client().writeAll(ByteBuffer.allocate(1_000_000)));
    Eventually.until("the writer waits", () -> idle() == 1);
    JoinHandle<Integer> reading = weft.spawn(link.client().read(room));
    Eventually.until("the reader waits", () -> idle() == 2);
    writing.abort();
    assertThatThrownBy(() -> weft.blockOn(writing)).isInstanceOf(CancellationException.class);
    assertThat(link.client().isIdle()).isFalse();
    ByteBuffer large = ByteBuffer.allocate(17_000);
    weft.blockOn(link.server().read(large));
    weft.blockOn(link.server().read(large.clear()));
    Eventually.until("the rest is sent", () -> link.client().isIdle());
    weft.blockOn(link.server().writeAll(bytes("ok")));
    assertThat(weft.blockOn(reading)).isEqualTo(2);
  }
}
