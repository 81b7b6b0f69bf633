package dev.weft.kv.client;

import static dev.weft.kv.testkit.Kv.text;
import static dev.weft.kv.testkit.Kv.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.proto.Value;
import dev.weft.kv.testkit.RawConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the client sends, and what it makes of another server's answers, byte for byte. */
final class ClientWireTest {

  private final Weft weft = Weft.builder().workers(1).build();
  private ServerSocket listener;
  private KvClient client;
  private RawConnection server;

  @BeforeEach
  void connect() throws Exception {
    listener = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    client = weft.blockOn(KvClient.connect("127.0.0.1", listener.getLocalPort()));
    server = new RawConnection(listener.accept());
  }

  @AfterEach
  void stop() throws Exception {
    weft.blockOn(client.closeAsync());
    server.close();
    listener.close();
    weft.close();
  }

  private <T> T call(Future<T> request, String expected, String answer) throws Exception {
    JoinHandle<T> handle = weft.spawn(request);
    assertThat(server.frameHex()).isEqualTo(expected.replace(" ", ""));
    server.sendHex(answer);
    return weft.blockOn(handle);
  }

  @Test
  void requests_sent_areTheBytesThatOtherServersKnow() throws Exception {
    assertThat(
            call(
                client.hset("t1", "k1", text("v1")),
                "00000012 22100a027431120a0a026b3112040a027631",
                "00000005 08c8011a00"))
        .isNull();
    assertThat(
            call(
                client.hget("t1", "k1"),
                "0000000a 0a080a02743112026b31",
                "00000009 08c8011a040a027631"))
        .isEqualTo(text("v1"));
    assertThat(
            call(
                client.hexist("t1", "k1"),
                "0000000a 42080a02743112026b31",
                "00000007 08c8011a022801"))
        .isTrue();
    assertThat(
            call(
                client.hmget("t1", List.of("k1", "k9")),
                "0000000e 1a0c0a02743112026b3112026b39",
                "0000000b 08c8011a040a0276311a00"))
        .containsExactly(text("v1"), null);
    assertThat(call(client.hgetall("t1"), "00000006 12040a027431", "00000003 08c801")).isEmpty();
    assertThat(
            call(
                client.publish("t", texts("hi")),
                "0000000b 62090a017412040a026869",
                "00000003 08c801"))
        .isNull();
    assertThat(call(client.unsubscribe("t", 7), "00000007 5a050a01741007", "00000003 08c801"))
        .isTrue();
  }

  @Test
  void answer_sentByteByByte_isUnderstood() throws Exception {
    JoinHandle<Value> handle = weft.spawn(client.hget("t1", "k1"));
    server.frameHex();
    server.sendHexBytewise("00000009 08c8011a040a027631");

    assertThat(weft.blockOn(handle)).isEqualTo(text("v1"));
  }

  @Test
  void answer_compressedThoughSmall_isUnderstood() throws Exception {
    JoinHandle<Value> handle = weft.spawn(client.hget("t1", "k1"));
    server.frameHex();
    server.send(
        RawConnection.compressedFrame(
            CommandResponse.newBuilder()
                .setStatus(200)
                .addValues(text("v1"))
                .build()
                .toByteArray()));

    assertThat(weft.blockOn(handle)).isEqualTo(text("v1"));
  }

  @Test
  void request_aboveTheBound_isSentCompressed() throws Exception {
    JoinHandle<Value> handle = weft.spawn(client.hset("t1", "k1", text("z".repeat(2000))));
    String frame = server.frameHex();
    server.sendHex("00000005 08c8011a00");

    assertThat(frame.charAt(0)).isEqualTo('8');
    assertThat(frame.substring(8)).startsWith("1f8b08");
    assertThat(weft.blockOn(handle)).isNull();
  }

  @Test
  void refusal_withTheTextOfAnotherServer_isPassedOn() throws Exception {
    assertThatThrownBy(
            () ->
                call(
                    client.hset("t1", "k1", text("v1")),
                    "00000012 22100a027431120a0a026b3112040a027631",
                    "0000002e 089003 12 29 436f6d6d616e6420697320696e76616c69643a20605265717565"
                        + "737420686173206e6f206461746160"))
        .isInstanceOfSatisfying(KvException.class, e -> assertThat(e.status()).isEqualTo(400))
        .hasMessage("Command is invalid: `Request has no data`");
  }

  @Test
  void garbage_inPlaceOfAnAnswer_failsTheRequest() throws Exception {
    assertThatThrownBy(
            () ->
                call(client.hget("t1", "k1"), "0000000a 0a080a02743112026b31", "00000004 ffffffff"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no message of the expected type");
  }

  @Test
  void subscribe_sent_isFollowedByTheEndOfItsSide() throws Exception {
    JoinHandle<KvSubscription> handle = weft.spawn(client.subscribe("t"));
    try (var second = new RawConnection(listener.accept())) {
      assertThat(second.frameHex()).isEqualTo("0000000552030a0174");
      assertThat(second.endsNow()).isTrue();
      second.sendHex("00000007 08c8011a021809" + "00000009 08c8011a040a027631");
      KvSubscription subscription = weft.blockOn(handle);
      assertThat(subscription.id()).isEqualTo(9);
      assertThat(weft.blockOn(subscription.next())).isEqualTo(texts("v1"));
      second.end();
      assertThat(weft.blockOn(subscription.next())).isNull();
      weft.blockOn(subscription.closeAsync());
    }
  }
}
