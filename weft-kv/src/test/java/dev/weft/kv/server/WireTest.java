package dev.weft.kv.server;

import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.hset;
import static dev.weft.kv.testkit.Kv.ok;
import static dev.weft.kv.testkit.Kv.refused;
import static dev.weft.kv.testkit.Kv.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the server answers to the bytes of other clients, byte for byte. */
final class WireTest {

  private static final String HSET_T1_K1_V1 = "00000012 22100a027431120a0a026b3112040a027631";
  private static final String HGET_T1_K1 = "0000000a 0a080a02743112026b31";
  private static final String HGETALL_T1 = "00000006 12040a027431";
  private static final String HMGET_T1_K1_K9 = "0000000e 1a0c0a02743112026b3112026b39";
  private static final String HDEL_T1_K1 = "0000000a 32080a02743112026b31";
  private static final String HEXIST_T1_K1 = "0000000a 42080a02743112026b31";

  private static final String NO_VALUE = "0000000508c8011a00";
  private static final String VALUE_V1 = "0000000908c8011a040a027631";
  private static final String TRUE = "0000000708c8011a022801";
  private static final String FALSE = "0000000708c8011a022800";
  private static final String V1_AND_NONE = "0000000b08c8011a040a0276311a00";
  private static final String NOTHING = "0000000308c801";
  private static final String NO_DATA =
      "0000002e08900312"
          + "29"
          + "436f6d6d616e6420697320696e76616c69643a2060526571756573"
          + "7420686173206e6f206461746160";

  private RunningServer server;
  private RawConnection connection;

  @BeforeEach
  void connect() throws Exception {
    server = RunningServer.start();
    connection = server.connect();
  }

  @AfterEach
  void stop() throws Exception {
    connection.close();
    server.close();
  }

  private void ask(String request, String answer) throws IOException {
    connection.sendHex(request);
    assertThat(connection.hex(answer.length() / 2)).isEqualTo(answer);
  }

  @Test
  void requests_ofAnotherClient_areAnsweredByteForByte() throws Exception {
    ask(HGETALL_T1, NOTHING);
    ask(HSET_T1_K1_V1, NO_VALUE);
    ask(HSET_T1_K1_V1, VALUE_V1);
    ask(HGET_T1_K1, VALUE_V1);
    ask(HMGET_T1_K1_K9, V1_AND_NONE);
    ask(HEXIST_T1_K1, TRUE);
    ask(HDEL_T1_K1, VALUE_V1);
    ask(HDEL_T1_K1, NO_VALUE);
    ask(HEXIST_T1_K1, FALSE);
  }

  @Test
  void emptyRequest_answered_is400() throws Exception {
    ask("00000000", NO_DATA);
  }

  @Test
  void requestOfALaterVersion_answered_isLikeAnEmptyOne() throws Exception {
    // Field 99, a message with one byte.
    ask("00000004 9a060108", NO_DATA);
  }

  @Test
  void request_sentByteByByte_isAnsweredTheSame() throws Exception {
    connection.sendHexBytewise(HSET_T1_K1_V1);
    assertThat(connection.frameHex()).isEqualTo(NO_VALUE);
    connection.sendHexBytewise(HGET_T1_K1);
    assertThat(connection.frameHex()).isEqualTo(VALUE_V1);
  }

  @Test
  void requests_sentInOneSegment_areAnsweredInOrder() throws Exception {
    connection.sendHex(HSET_T1_K1_V1 + HGET_T1_K1 + HEXIST_T1_K1 + HDEL_T1_K1 + HEXIST_T1_K1);

    assertThat(connection.frameHex()).isEqualTo(NO_VALUE);
    assertThat(connection.frameHex()).isEqualTo(VALUE_V1);
    assertThat(connection.frameHex()).isEqualTo(TRUE);
    assertThat(connection.frameHex()).isEqualTo(VALUE_V1);
    assertThat(connection.frameHex()).isEqualTo(FALSE);
  }

  @Test
  void request_whoseTailComesWithTheNextOne_isAnswered() throws Exception {
    connection.sendHex("00000012 22100a0274");
    connection.sendHex("31120a0a026b3112040a027631" + HGET_T1_K1 + "000000");
    assertThat(connection.frameHex()).isEqualTo(NO_VALUE);
    assertThat(connection.frameHex()).isEqualTo(VALUE_V1);
    connection.sendHex("0a 42080a02743112026b31");
    assertThat(connection.frameHex()).isEqualTo(TRUE);
  }

  @Test
  void smallRequest_compressedAllTheSame_isUnderstood() throws Exception {
    connection.send(RawConnection.compressedFrame(hset("t1", "k1", text("v1")).toByteArray()));
    assertThat(connection.frameHex()).isEqualTo(NO_VALUE);
    ask(HGET_T1_K1, VALUE_V1);
  }

  @Test
  void largeRequest_notCompressedAllTheSame_isUnderstood() throws Exception {
    connection.send(hset("t1", "k1", text("x".repeat(5000))));
    assertThat(connection.frameHex()).isEqualTo(NO_VALUE);
    assertThat(connection.ask(hget("t1", "k1"))).isEqualTo(ok(text("x".repeat(5000))));
  }

  @Test
  void answer_aboveTheBound_isCompressedAndOneAtItIsNot() throws Exception {
    // 200 and one text of n bytes take n + 9 bytes at this size.
    connection.ask(hset("t1", "plain", text("y".repeat(1436 - 9))));
    connection.ask(hset("t1", "packed", text("y".repeat(1437 - 9))));

    connection.send(hget("t1", "plain"));
    assertThat(connection.frameHex()).startsWith("0000059c").hasSize(2 * (4 + 1436));
    connection.send(hget("t1", "packed"));
    String packed = connection.frameHex();
    assertThat(packed.charAt(0)).isEqualTo('8');
    assertThat(packed.substring(8)).startsWith("1f8b08");
    assertThat(packed.length()).isLessThan(400);
  }

  @Test
  void errors_ofEachKind_haveTheTextsThatClientsKnow() throws Exception {
    assertThat(connection.ask(hget("t9", "k9")))
        .isEqualTo(refused(404, "Not found: table t9, key k9"));
    ask("00000006 22040a027431", hex(refused(400, "Command is invalid: `Hset has no pair`")));
    // Unsubscribe from topic t, number 7.
    ask("00000007 5a050a01741007", hex(refused(404, "Not found: subscription 7")));
  }

  @Test
  void publish_withoutSubscribers_isAnsweredAtOnce() throws Exception {
    ask("0000000b 62090a017412040a026869", NOTHING);
  }

  private static String hex(MessageLite message) {
    return HexFormat.of().formatHex(RawConnection.frame(message));
  }
}
