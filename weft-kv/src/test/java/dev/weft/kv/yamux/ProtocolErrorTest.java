package dev.weft.kv.yamux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way to break the protocol ends the session with a go-away and a sentence that says why. */
final class ProtocolErrorTest {

  private static final String GO_AWAY = "000300000000000000000001";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "010100010000000100000000 | The peer sends version 1; accepted is 0.",
        "000400000000000100000000 | The peer sends a frame of type 4; accepted is 0 to 3.",
        "000100010000000200000000 | The peer opens stream 2; its numbers are odd.",
        "000100010000000100000000 000100010000000100000000 | The peer opens stream 1, which is open.",
        "000000010000000000000001 61 | The peer sends data on stream 0, which is the session itself.",
        "000100010000000000000001 | The peer sends a window update on stream 0, which is the session itself.",
        "000200010000000100000001 | The peer sends a ping on stream 1; accepted is stream 0.",
        "000300000000000300000000 | The peer sends a go-away on stream 3; accepted is stream 0.",
        "000000010000000100040001 | The peer sends 262145 bytes on stream 1; no window is above 262144.",
        "0000000000000009ffffffff | The peer sends 4294967295 bytes on stream 9; no window is above 262144.",
        "0000000100000001000000026869 000000000000000100040000 | The peer sends 262144 bytes on stream 1, whose window has 262142 left.",
        "000000050000000100000000 000000000000000100000001 61 | The peer sends data on stream 1 behind the end of it.",
        "0001000100000001ffffffff | The peer raises the window of stream 1 to 4295229439, beyond 32 bits.",
      })
  void server_ofABrokenRule_saysGoAwayAndEnds(String hex, String message) throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(hex);
    assertThatThrownBy(peer::turn).isInstanceOf(YamuxException.class).hasMessage(message);
    assertThat(peer.got()).isEqualTo(GO_AWAY);
    assertThat(peer.got()).isEqualTo("end");
    assertThatThrownBy(peer::opens)
        .isInstanceOf(YamuxException.class)
        .hasMessage("The session has ended: " + message);
    assertThatThrownBy(() -> peer.task.ready(peer.session.accept()))
        .isInstanceOf(YamuxException.class);
  }

  @Test
  void client_ofAnOddNumber_saysGoAway() throws Exception {
    Peer peer = Peer.ofClient();
    peer.sends("000100010000000300000000");
    assertThatThrownBy(peer::turn).hasMessage("The peer opens stream 3; its numbers are even.");
    assertThat(peer.got()).isEqualTo(GO_AWAY);
  }

  @Test
  void streams_ofASessionThatFails_giveWhatArrivedAndThenFail() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000100000001000000026869").turn();
    YamuxStream stream = peer.accepts();
    peer.sends("ff");
    peer.sends("00000000000000000000ff");
    assertThatThrownBy(peer::turn).isInstanceOf(YamuxException.class);
    assertThat(peer.reads(stream)).isEqualTo("hi");
    assertThatThrownBy(() -> peer.reads(stream)).hasMessageContaining("version 255");
    assertThatThrownBy(() -> peer.writes(stream, "x")).hasMessageContaining("version 255");
    stream.close();
  }

  @Test
  void goAway_withAnErrorOfThePeer_endsTheSessionWithoutAnswer() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("000300000000000000000002");
    assertThatThrownBy(peer::turn)
        .hasMessage("The peer ended the session with code 2, an internal error.");
    assertThat(peer.got()).isEqualTo("end");
  }

  @Test
  void connection_endingInAFrame_failsTheRun() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000100000001000000026869").sends("0000").turn();
    peer.hangsUp();
    assertThatThrownBy(peer::turn).isInstanceOf(java.io.EOFException.class);
  }

  @Test
  void goAway_ofThePeer_letsExistingStreamsFinish() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000100000001000000026869 000300000000000000000000").turn();
    YamuxStream stream = peer.accepts();
    assertThatThrownBy(peer::opens)
        .hasMessage("The peer is ending the session: it takes no new streams.");
    assertThat(peer.reads(stream)).isEqualTo("hi");
    peer.writes(stream, "yo");
    stream.close();
    peer.turn();
    assertThat(peer.got()).contains("796f");
    assertThat(peer.hasEnded()).isTrue();
  }

  @Test
  void drain_refusesNewStreamsAndEndsWithTheLast() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.update(Wire.SYN, 1, 0)).turn();
    YamuxStream stream = peer.accepts();
    peer.session.drain();
    peer.sends(Peer.update(Wire.SYN, 3, 0)).turn();
    peer.turn();
    assertThat(peer.got()).contains("000300000000000000000000", "000100080000000300000000");
    assertThat(peer.hasEnded()).isFalse();
    assertThat(peer.task.ready(peer.session.accept())).isNull();
    stream.close();
    peer.turn();
    assertThat(peer.hasEnded()).isTrue();
  }

  @Test
  void close_tellsThePeerAndFailsStreams() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.update(Wire.SYN, 1, 0)).turn();
    YamuxStream stream = peer.accepts();
    peer.turn().got();
    var close = peer.session.closeAsync();
    peer.task.pending(close);
    peer.turn();
    peer.task.ready(close);
    assertThat(peer.got()).isEqualTo("000300000000000000000000");
    assertThat(peer.got()).isEqualTo("end");
    assertThat(peer.hasEnded()).isTrue();
    assertThatThrownBy(() -> peer.reads(stream)).hasMessage("The session has ended.");
  }

  @Test
  void close_ofASessionThatNeverRan_closesTheConnection() throws Exception {
    Peer peer = Peer.ofServer();
    peer.task.ready(peer.session.closeAsync());
    assertThat(peer.got()).isEqualTo("000300000000000000000000");
    assertThat(peer.got()).isEqualTo("end");
    assertThat(peer.turn().hasEnded()).isTrue();
  }

  @Test
  void run_cancelled_closesTheConnectionAndFailsStreams() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.update(Wire.SYN, 1, 0)).turn();
    YamuxStream stream = peer.accepts();
    peer.turn().got();
    peer.cancelRun();
    assertThatThrownBy(peer::turn).isInstanceOf(dev.weft.Cancellation.class);
    assertThat(peer.got()).isEqualTo("end");
    assertThatThrownBy(() -> peer.reads(stream))
        .hasMessage("The session has ended: It was cancelled.");
  }
}
