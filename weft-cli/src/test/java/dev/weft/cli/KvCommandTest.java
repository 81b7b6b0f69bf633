package dev.weft.cli;

import static dev.weft.Async.async;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.kv.client.KvClient;
import dev.weft.kv.proto.Value;
import dev.weft.kv.server.KvServer;
import dev.weft.testkit.Eventually;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code weft kv} in this process, against a server in this process. */
final class KvCommandTest {
  private Weft weft;
  private KvServer server;
  private JoinHandle<Void> serving;

  @BeforeEach
  void startServer() throws Exception {
    weft = Weft.builder().workers(1).build();
    server = weft.blockOn(KvServer.builder().address("127.0.0.1", 0).bind());
    serving = weft.spawn(server.serve());
  }

  @AfterEach
  void stopServer() throws Exception {
    server.shutdown();
    weft.blockOn(serving);
    weft.close();
  }

  private record Run(int code, String out, String err) {}

  private static Run ok(String out) {
    return new Run(0, out.isEmpty() ? "" : out + "\n", "");
  }

  private static Run weft(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Run(code, out.toString(), err.toString());
  }

  private Run kv(String... args) {
    var all = new String[args.length + 3];
    all[0] = "kv";
    all[1] = "--server";
    all[2] = address();
    System.arraycopy(args, 0, all, 3, args.length);
    return weft(all);
  }

  private String address() {
    return "127.0.0.1:" + server.localAddress().getPort();
  }

  @Test
  void pairs_setReadAndDeleted_printAsPromised() {
    assertThat(kv("set", "t", "k", "one")).isEqualTo(ok("(none)"));
    assertThat(kv("set", "t", "k", "two words")).isEqualTo(ok("one"));
    assertThat(kv("get", "t", "k")).isEqualTo(ok("two words"));
    assertThat(kv("exist", "t", "k")).isEqualTo(ok("true"));
    assertThat(kv("getall", "t")).isEqualTo(ok("k\ttwo words"));
    assertThat(kv("del", "t", "k")).isEqualTo(ok("two words"));
    assertThat(kv("del", "t", "k")).isEqualTo(ok("(none)"));
    assertThat(kv("exist", "t", "k")).isEqualTo(ok("false"));
    assertThat(kv("getall", "t")).isEqualTo(ok(""));
  }

  @Test
  void severalPairs_setReadAndDeleted_printOneALine() {
    assertThat(kv("mset", "t", "a", "1", "b", "2", "a", "3")).isEqualTo(ok("(none)\n(none)\n1"));
    assertThat(kv("mget", "t", "b", "gone", "a")).isEqualTo(ok("2\n(none)\n3"));
    assertThat(kv("mexist", "t", "a", "gone")).isEqualTo(ok("true\nfalse"));
    assertThat(kv("mdel", "t", "a", "gone")).isEqualTo(ok("3\n(none)"));
  }

  @Test
  void value_thatIsNotThere_isExitCode1WithTheServersMessage() {
    assertThat(kv("get", "t", "k")).isEqualTo(new Run(1, "", "Not found: table t, key k\n"));
    assertThat(kv("unsubscribe", "t", "7"))
        .isEqualTo(new Run(1, "", "Not found: subscription 7\n"));
  }

  @Test
  void keysAndValues_thatLookLikeOptions_areTakenAsTheyAre() {
    assertThat(kv("set", "t", "-k", "--help")).isEqualTo(ok("(none)"));
    assertThat(kv("get", "t", "-k")).isEqualTo(ok("--help"));
    assertThat(kv("set", "t", "", "@x")).isEqualTo(ok("(none)"));
    assertThat(kv("mget", "t", "", "-k")).isEqualTo(ok("@x\n--help"));
  }

  @Test
  void values_thatAreNotText_printSensibly() throws Exception {
    KvClient client = weft.blockOn(KvClient.connect("127.0.0.1", server.localAddress().getPort()));
    var values =
        List.of(
            Value.newBuilder().setInteger(-5).build(),
            Value.newBuilder().setFloat(1.5).build(),
            Value.newBuilder().setBool(true).build(),
            Value.newBuilder().setBinary(ByteString.copyFrom(new byte[] {0, 1, -1})).build(),
            Value.getDefaultInstance());
    for (int i = 0; i < values.size(); i++) {
      weft.blockOn(client.hset("t", "k" + i, values.get(i)));
    }
    weft.blockOn(client.closeAsync());

    assertThat(kv("mget", "t", "k0", "k1", "k2", "k3", "k4"))
        .isEqualTo(ok("-5\n1.5\ntrue\nAAH/\n(none)"));
  }

  @Test
  void subscriber_ofATopic_printsItsNumberThenWhatIsPublished() throws Exception {
    var out = new StringWriter();
    var err = new StringWriter();
    CompletableFuture<Integer> subscriber =
        CompletableFuture.supplyAsync(
            () ->
                Main.execute(
                    new PrintWriter(out, true),
                    new PrintWriter(err, true),
                    "kv",
                    "--server",
                    address(),
                    "subscribe",
                    "news"));
    Eventually.until("the number is printed", () -> err.toString().endsWith("\n"));

    assertThat(kv("publish", "news", "one", "two")).isEqualTo(ok(""));
    assertThat(kv("publish", "other", "no")).isEqualTo(ok(""));
    assertThat(kv("publish", "news", "three")).isEqualTo(ok(""));
    assertThat(kv("unsubscribe", "news", "1")).isEqualTo(ok(""));

    assertThat(subscriber.get(20, TimeUnit.SECONDS)).isZero();
    assertThat(err.toString()).isEqualTo("1\n");
    assertThat(out.toString()).isEqualTo("one\ntwo\nthree\n");
  }

  @Test
  void firstPoll_thatLoadsClassesForLong_isNotReported() throws Exception {
    try (Weft client = KvRequestCommand.runtime()) {
      client.blockOn(
          async(
              () -> {
                long start = System.nanoTime();
                while (System.nanoTime() - start < 200_000_000) { // twice the usual threshold
                  Thread.onSpinWait();
                }
              }));
      assertThat(client.metrics().longPolls()).isZero();
    }
  }

  @Test
  void server_thatIsNotThere_isOneLineAndExitCode1() throws Exception {
    int port;
    try (var taken = new ServerSocket(0)) {
      port = taken.getLocalPort();
    }
    Run run = weft("kv", "--server", "127.0.0.1:" + port, "get", "t", "k");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("weft: ").contains("127.0.0.1:" + port).hasLineCount(1);
  }

  @Test
  void help_asked_showsTheCommandsAndExamples() {
    Run run = weft("kv", "--help");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("--server=HOST:PORT", "getall", "unsubscribe", "weft kv set fruit apple red");
    assertThat(weft("kv", "mset", "--help").out()).contains("TABLE", "KEY VALUE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kv                            | weft: no command given; commands are ",
        "kv dance                      | weft: unknown command 'dance'; commands are ",
        "kv --loud get t k             | weft: unknown option '--loud'; commands are ",
        "kv get --loud t k             | weft: unknown option '--loud'; see weft kv get --help",
        "kv get t k --server a:1       | weft: option '--server' stands before the command, as in",
        "kv get t k --server=a:1       | weft: option '--server' stands before the command, as in",
        "kv --tls-ca none.pem get t k  | weft: --tls-ca: there is no file 'none.pem'; commands",
        "kv get t                      | weft: Missing required parameter: 'KEY'",
        "kv get t k l                  | weft: unknown argument 'l'; see weft kv get --help",
        "kv mset t k                   | weft: key 'k' has no value; see weft kv mset --help",
        "kv mset t k v l               | weft: key 'l' has no value; see weft kv mset --help",
        "kv mget t                     | weft: Missing required parameter",
        "kv publish t                  | weft: Missing required parameter",
        "kv unsubscribe t x            | weft: 'x' is not the number of a subscription",
        "kv unsubscribe t -1           | weft: '-1' is not the number of a subscription",
        "kv --server localhost get t k | weft: Invalid value for option '--server': 'localhost'",
        "kv --server a:0 get t k       | weft: Invalid value for option '--server': 'a:0' is not",
        "kv --server a:+1 get t k      | weft: Invalid value for option '--server': 'a:+1' is not",
        "kv --server :80 get t k       | weft: Invalid value for option '--server': ':80' is not",
        "kv --server a:x get t k       | weft: Invalid value for option '--server': 'a:x' is not",
        "kv --server ::1:80 get t k    | weft: Invalid value for option '--server': '::1:80' is",
        "kv --server a:65536 get t k   | weft: Invalid value for option '--server': 'a:65536' is",
      })
  void badInput_given_isOneLineAndExitCode2(String commandLine, String expected) {
    Run run = weft(commandLine.strip().split(" +"));

    assertThat(run.err()).startsWith(expected).hasLineCount(1);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }
}
