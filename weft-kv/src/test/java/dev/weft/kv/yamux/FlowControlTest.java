package dev.weft.kv.yamux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows at their limits, turns, and what is held in memory. */
final class FlowControlTest {

  private static final int WINDOW = YamuxOptions.MIN_WINDOW;
  private static final int PIECE = Wire.MAX_DATA;

  @Test
  void grant_comesOnceHalfTheWindowWasRead() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.update(Wire.SYN, 1, 0)).turn();
    YamuxStream stream = peer.accepts();
    peer.turn().got();
    peer.sends(Peer.data(0, 1, WINDOW)).turn();
    assertThat(peer.readsAtMost(stream, WINDOW / 2 - 1)).isEqualTo(WINDOW / 2 - 1);
    assertThat(peer.turn().got()).isEmpty();
    peer.readsAtMost(stream, 1);
    assertThat(peer.turn().got()).isEqualTo("000100000000000100020000");
    peer.sends(Peer.data(0, 1, WINDOW / 2)).turn();
    peer.sends(Peer.data(0, 1, 1));
    assertThatThrownBy(peer::turn).hasMessageContaining("whose window has 0 left");
  }

  @Test
  void grant_isNotSentForAStreamThatThePeerHasEnded() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.update(Wire.SYN, 1, 0)).turn();
    YamuxStream stream = peer.accepts();
    peer.turn().got();
    peer.sends(Peer.data(Wire.FIN, 1, WINDOW)).turn();
    assertThat(peer.readsAtMost(stream, WINDOW)).isEqualTo(WINDOW);
    assertThat(peer.turn().got()).isEmpty();
  }

  @Test
  void sender_stopsAtTheWindowAndGoesOnWithAGrant() throws Exception {
    Peer peer = Peer.ofClient();
    YamuxStream stream = peer.opens();
    int written = 0;
    for (int count = peer.writes(stream, 100_000); count != AsyncWrite.PENDING; ) {
      written += count;
      peer.turn();
      count = peer.writes(stream, 100_000);
    }
    assertThat(written).isEqualTo(WINDOW + PIECE);
    assertThat(peer.gotBytes()).hasSize(Wire.HEADER + (WINDOW / PIECE) * (Wire.HEADER + PIECE));
    peer.task.takeWakes();
    peer.sends(Peer.update(0, 1, 10)).turn();
    assertThat(peer.gotBytes()).hasSize(Wire.HEADER + 10);
    assertThat(peer.task.wakes()).isOne();
    assertThat(peer.writes(stream, 100)).isEqualTo(10);
  }

  @Test
  void end_waitsForTheDataBeforeIt() throws Exception {
    Peer peer = Peer.ofClient();
    YamuxStream stream = peer.opens();
    for (int i = 0; i <= WINDOW / PIECE; i++) {
      assertThat(peer.writes(stream, PIECE)).isEqualTo(PIECE);
      peer.turn();
    }
    stream.pollShutdown(peer.task);
    peer.turn().gotBytes();
    assertThat(peer.turn().got()).isEmpty();
    peer.sends(Peer.update(0, 1, PIECE)).turn();
    byte[] rest = peer.gotBytes();
    assertThat(rest).hasSize(Wire.HEADER + PIECE + Wire.HEADER);
    assertThat(rest[rest.length - 9]).isEqualTo((byte) Wire.FIN);
    assertThatThrownBy(() -> peer.writes(stream, 1)).hasMessageContaining("was shut down");
  }

  @Test
  void streams_withMuchToSend_takeTurns() throws Exception {
    Peer peer = Peer.ofClient();
    List<YamuxStream> streams = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      streams.add(peer.opens());
    }
    peer.turn().gotBytes();
    for (int round = 0; round < 3; round++) {
      for (YamuxStream each : streams) {
        assertThat(peer.writes(each, 40_000)).isEqualTo(PIECE);
      }
      ByteBuffer got = ByteBuffer.wrap(peer.turn().gotBytes());
      for (YamuxStream each : streams) {
        assertThat(got.getInt(got.position() + 4)).isEqualTo(each.id);
        assertThat(got.getInt(got.position() + 8)).isEqualTo(PIECE);
        got.position(got.position() + Wire.HEADER + PIECE);
      }
      assertThat(got.hasRemaining()).isFalse();
    }
  }

  @Test
  void stream_thatIsNotRead_stopsOnlyItself() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.data(Wire.SYN, 1, WINDOW)).turn();
    peer.accepts();
    peer.sends(Peer.data(Wire.SYN, 3, 5)).turn();
    assertThat(peer.readsAtMost(peer.accepts(), 10)).isEqualTo(5);
  }

  @Test
  void unreadData_beyondTheSessionsLimit_resetsTheStreamOnly() throws Exception {
    Peer peer = Peer.ofServer(YamuxOptions.DEFAULT.withMaxUnreadBytes(WINDOW + 100));
    peer.sends(Peer.data(Wire.SYN, 1, WINDOW)).sends(Peer.data(Wire.SYN, 3, 100)).turn();
    YamuxStream first = peer.accepts();
    YamuxStream second = peer.accepts();
    peer.turn().got();
    peer.sends(Peer.data(0, 3, 1)).turn();
    assertThat(peer.got()).isEqualTo("000100080000000300000000");
    assertThatThrownBy(() -> peer.readsAtMost(second, 1))
        .isInstanceOf(StreamResetException.class)
        .hasMessageContaining("more than 262244 bytes");
    assertThat(peer.session.state().unreadBytes()).isEqualTo(WINDOW);
    assertThat(peer.readsAtMost(first, WINDOW)).isEqualTo(WINDOW);
    assertThat(peer.session.state().unreadBytes()).isZero();
    second.close();
    assertThat(peer.session.state().placesTaken()).isOne();
  }

  @Test
  void buffers_ofIdleStreams_areGivenUp() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.data(Wire.SYN, 1, 5000)).turn();
    YamuxStream stream = peer.accepts();
    assertThat(stream.in).isNotNull();
    peer.readsAtMost(stream, 5000);
    peer.writes(stream, 5000);
    assertThat(stream.out).isNotNull();
    peer.turn();
    assertThat(stream.in).isNull();
    assertThat(stream.out).isNull();
  }

  @Test
  void reader_cancelled_losesNothing() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.update(Wire.SYN, 1, 0)).turn();
    YamuxStream stream = peer.accepts();
    var read = stream.read(ByteBuffer.allocate(10));
    peer.task.pending(read);
    assertThat(read.cancel()).isTrue();
    peer.task.takeWakes();
    peer.sends(Peer.data(0, 1, 3)).turn();
    assertThat(peer.task.wakes()).isZero();
    assertThat(peer.readsAtMost(stream, 10)).isEqualTo(3);
    assertThat(peer.readsAtMost(stream, 10)).isEqualTo(AsyncRead.PENDING);
  }

  @Test
  void accept_cancelled_losesNoStream() throws Exception {
    Peer peer = Peer.ofServer();
    assertThat(peer.acceptsNothing()).isTrue();
    peer.task.takeWakes();
    peer.sends(Peer.update(Wire.SYN, 1, 0)).turn();
    assertThat(peer.task.wakes()).isZero();
    assertThat(peer.accepts().id()).isEqualTo(1);
  }

  @Test
  void open_beyondTheOwnLimit_fails() throws Exception {
    Peer peer = Peer.of(YamuxOptions.DEFAULT.withMaxStreams(1), true, 1 << 16);
    YamuxStream first = peer.opens();
    assertThatThrownBy(peer::opens).hasMessageContaining("has 1 open streams");
    first.reset();
    peer.turn();
    assertThat(peer.opens().id()).isEqualTo(3);
  }

  @Test
  void close_wakesWhoWaitsOnTheStream() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.update(Wire.SYN, 1, 0)).turn();
    YamuxStream stream = peer.accepts();
    assertThat(peer.readsAtMost(stream, 1)).isEqualTo(AsyncRead.PENDING);
    peer.task.takeWakes();
    stream.close();
    assertThat(peer.task.wakes()).isOne();
    assertThatThrownBy(() -> peer.readsAtMost(stream, 1))
        .hasMessage("This side has closed stream 1.");
  }
}
