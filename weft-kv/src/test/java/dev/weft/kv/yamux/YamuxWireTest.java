package dev.weft.kv.yamux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Byte by byte, what sessions say and understand. */
final class YamuxWireTest {

  private static final String ACK_1 = "000100020000000100000000";

  /** The acknowledgement after two bytes were read, which it grants again. */
  private static final String ACK_1_OF_2 = "000100020000000100000002";

  @Test
  void opening_byWindowUpdateThenData_isAcceptedAndAcknowledged() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("000100010000000100000000 0000000000000001000000026869").turn();
    YamuxStream stream = peer.accepts();
    assertThat(stream.id()).isEqualTo(1);
    assertThat(peer.reads(stream)).isEqualTo("hi");
    assertThat(peer.turn().got()).isEqualTo(ACK_1_OF_2);
  }

  @Test
  void opening_byDataWithSyn_keepsTheData() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000100000001000000026869").turn();
    YamuxStream stream = peer.accepts();
    assertThat(peer.reads(stream)).isEqualTo("hi");
    assertThat(peer.turn().got()).isEqualTo(ACK_1_OF_2);
  }

  @Test
  void opening_byDataWithSynAndFin_isAWholeRequest() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000500000001000000026869").turn();
    YamuxStream stream = peer.accepts();
    assertThat(peer.reads(stream)).isEqualTo("hi");
    assertThat(peer.reads(stream)).isEqualTo("end");
    peer.writes(stream, "yo");
    stream.close();
    assertThat(peer.turn().got())
        .isEqualTo(ACK_1_OF_2 + "000000000000000100000002796f" + "000100040000000100000000");
    assertThat(peer.session.state().placesTaken()).isZero();
  }

  @Test
  void opener_sendsAnEmptyUpdateWithSynThenData() throws Exception {
    Peer peer = Peer.ofClient();
    YamuxStream stream = peer.opens();
    peer.writes(stream, "hi");
    assertThat(peer.turn().got())
        .isEqualTo("000100010000000100000000" + "0000000000000001000000026869");
    YamuxStream second = peer.opens();
    assertThat(second.id()).isEqualTo(3);
  }

  @Test
  void opener_ofALargerWindow_saysSoWithSyn() throws Exception {
    Peer peer = Peer.of(YamuxOptions.DEFAULT.withWindowBytes(1 << 20), true, 1 << 16);
    peer.opens();
    assertThat(peer.turn().got()).isEqualTo("0001000100000001000c0000");
  }

  @Test
  void server_opens_withEvenNumbers() throws Exception {
    Peer peer = Peer.ofServer();
    assertThat(peer.opens().id()).isEqualTo(2);
    assertThat(peer.opens().id()).isEqualTo(4);
  }

  @Test
  void answer_onDataWithAckAndBeforeAnyAck_isRead() throws Exception {
    Peer peer = Peer.ofClient();
    YamuxStream first = peer.opens();
    YamuxStream second = peer.opens();
    peer.sends("0000000200000001000000026869 0000000000000003000000026869").turn();
    assertThat(peer.reads(first)).isEqualTo("hi");
    assertThat(peer.reads(second)).isEqualTo("hi");
  }

  @Test
  void emptyDataWithFin_endsTheStream() throws Exception {
    Peer peer = Peer.ofClient();
    YamuxStream stream = peer.opens();
    peer.sends("000000040000000100000000").turn();
    assertThat(peer.reads(stream)).isEqualTo("end");
    assertThat(peer.writes(stream, "still")).isEqualTo(5);
  }

  @Test
  void updateWithFin_endsTheStream() throws Exception {
    Peer peer = Peer.ofClient();
    YamuxStream stream = peer.opens();
    peer.sends("000100040000000100000000").turn();
    assertThat(peer.reads(stream)).isEqualTo("end");
  }

  @Test
  void frames_byteByByte_areUnderstood() throws Exception {
    Peer peer = Peer.ofServer();
    byte[] all =
        HexFormat.of()
            .parseHex(
                "000100010000000100000000"
                    + "0000000400000001000000026869"
                    + "0002000100000000deadbeef");
    for (byte each : all) {
      peer.sends(new byte[] {each}).turn();
    }
    YamuxStream stream = peer.accepts();
    assertThat(peer.reads(stream)).isEqualTo("hi");
    assertThat(peer.reads(stream)).isEqualTo("end");
    assertThat(peer.turn().got()).isEqualTo("0002000200000000deadbeef" + ACK_1_OF_2);
  }

  @Test
  void data_ofAFrameThatIsNotWhole_isReadAlready() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("00000001000000010000000a6869").turn();
    assertThat(peer.reads(peer.accepts())).isEqualTo("hi");
  }

  @Test
  void reset_byThePeer_failsBothSidesAndGivesThePlaceBack() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000100000001000000026869").turn();
    YamuxStream stream = peer.accepts();
    peer.turn().sends("000100080000000100000000").turn();
    assertThatThrownBy(() -> peer.reads(stream))
        .isInstanceOf(StreamResetException.class)
        .hasMessage("The peer has reset stream 1.");
    assertThatThrownBy(() -> peer.writes(stream, "x")).isInstanceOf(StreamResetException.class);
    assertThat(peer.session.state().unreadBytes()).isZero();
    assertThat(peer.session.state().placesTaken()).isOne();
    stream.close();
    assertThat(peer.session.state().placesTaken()).isZero();
  }

  @Test
  void reset_behindTheEnd_takesNothingAway() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000500000001000000026869 000100080000000100000000").turn();
    YamuxStream stream = peer.accepts();
    assertThat(peer.reads(stream)).isEqualTo("hi");
    assertThat(peer.reads(stream)).isEqualTo("end");
    assertThatThrownBy(() -> peer.writes(stream, "x")).isInstanceOf(StreamResetException.class);
  }

  @Test
  void reset_beforeAnybodyAccepted_isNeverAccepted() throws Exception {
    Peer peer = Peer.ofServer(YamuxOptions.DEFAULT.withMaxStreams(1));
    for (int id = 1; id < 20_000; id += 2) {
      peer.sends(Peer.update(Wire.SYN, id, 0)).sends(Peer.update(Wire.RST, id, 0));
    }
    peer.turn();
    assertThat(peer.acceptsNothing()).isTrue();
    assertThat(peer.session.state().placesTaken()).isZero();
    assertThat(peer.got()).isEmpty();
  }

  @Test
  void reset_ofAnOwnStream_isSentOnceAndOnlyIfThePeerKnowsIt() throws Exception {
    Peer peer = Peer.ofClient();
    peer.opens().reset();
    assertThat(peer.turn().got()).isEmpty();
    YamuxStream stream = peer.opens();
    peer.turn().got();
    stream.reset();
    stream.close();
    assertThat(peer.turn().got()).isEqualTo("000100080000000300000000");
    assertThat(peer.session.state().placesTaken()).isZero();
  }

  @Test
  void close_withPeerStillSending_sendsWhatWasWrittenThenEndThenResets() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000100000001000000026869").turn();
    YamuxStream stream = peer.accepts();
    peer.writes(stream, "yo");
    stream.close();
    assertThat(peer.turn().got())
        .isEqualTo(ACK_1 + "000000000000000100000002796f" + "000100040000000100000000");
    peer.sends("0000000000000001000000026869").turn();
    assertThat(peer.got()).isEqualTo("000100080000000100000000");
    peer.sends("0000000000000001000000026869").turn();
    assertThat(peer.got()).isEmpty();
    assertThat(peer.session.state().placesTaken()).isZero();
  }

  @Test
  void close_ofAStreamWhosePeerIsBlocked_resetsIt() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends(Peer.data(Wire.SYN, 1, YamuxOptions.MIN_WINDOW)).turn();
    peer.accepts().close();
    assertThat(peer.turn().got())
        .isEqualTo(ACK_1 + "000100040000000100000000" + "000100080000000100000000");
  }

  @Test
  void unknownStreams_areIgnored() throws Exception {
    Peer peer = Peer.ofServer();
    peer.sends("0000000000000007000000026869 000100000000000700000005 000100080000000700000000")
        .sends("000000040000000200000000 0002000100000000 00000001")
        .turn();
    assertThat(peer.got()).isEqualTo("000200020000000000000001");
  }

  @Test
  void opening_beyondTheLimit_isReset() throws Exception {
    Peer peer = Peer.ofServer(YamuxOptions.DEFAULT.withMaxStreams(2));
    peer.sends(Peer.update(Wire.SYN, 1, 0)).sends(Peer.update(Wire.SYN, 3, 0));
    peer.sends("0000000100000005000000026869").turn();
    assertThat(peer.got()).isEqualTo("000100080000000500000000");
    YamuxStream first = peer.accepts();
    first.reset();
    peer.turn().got();
    peer.sends(Peer.update(Wire.SYN, 7, 0)).turn();
    assertThat(peer.got()).isEmpty();
    peer.accepts();
    assertThat(peer.accepts().id()).isEqualTo(7);
  }

  @Test
  void ping_isAnsweredAndOwnPingCompletes() throws Exception {
    Peer peer = Peer.ofClient();
    var ping = peer.session.ping();
    peer.task.pending(ping);
    assertThat(peer.turn().got()).isEqualTo("000200010000000000000000");
    peer.sends("000200020000000000000009 000200020000000000000000").turn();
    assertThat(peer.task.ready(ping)).isNull();
  }

  @Test
  void peer_thatEndsWhileSomethingIsOwedToIt_hasEndedInTheOrderlyWay() throws Exception {
    Peer peer = Peer.ofServer();
    peer.turn().sends("000200010000000000000009 000300000000000000000000");
    peer.hangsUp();
    assertThat(peer.turn().hasEnded()).isTrue();
  }

  @Test
  void pingFlood_fromAPeerThatReadsNothing_stopsTheReading() throws Exception {
    Peer peer = Peer.of(YamuxOptions.DEFAULT, false, 256);
    int sent = 0;
    while (sent < 100_000) {
      try {
        peer.sends(Peer.frame(Wire.PING, Wire.SYN, 0, sent, new byte[0]));
      } catch (AssertionError full) {
        break;
      }
      sent++;
      peer.turn();
    }
    // What the connection holds, one buffer that is being written, and the backlog.
    assertThat(sent).isLessThan(256 / 12 + Outbox.SIZE / 12 + 2 * Backlog.FULL);
  }
}
