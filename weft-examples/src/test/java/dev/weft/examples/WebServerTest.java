package dev.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.net.TcpListener;
import dev.weft.sync.Oneshot;
import dev.weft.testkit.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WebServerTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final String POST = "POST /books HTTP/1.1\r\nHost: test\r\n";

  private Weft weft;
  private BookShelf books;
  private Oneshot<String> stop;
  private JoinHandle<@Nullable Void> server;
  private int port;

  @BeforeEach
  void open() throws Exception {
    weft = Weft.create();
    books = BookShelf.open("test");
    serve(new WebLimits(1000, 2000, 100, LONG, LONG, LONG, LONG, LONG));
  }

  @AfterEach
  void close() throws Exception {
    weft.close();
    books.close();
  }

  private void serve(WebLimits limits) throws Exception {
    TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
    port = listener.localAddress().getPort();
    stop = Oneshot.create();
    JoinHandle<String> told = weft.spawn(stop.receiver().recv());
    server = weft.spawn(WebServer.serve(listener, new BookSite(books), limits, told));
  }

  private static WebLimits with(int connections, Duration idle, Duration request, Duration stop) {
    return new WebLimits(1000, 2000, connections, idle, request, LONG, LONG, stop);
  }

  @Test
  void books_addedOverOneConnection_areListed() throws Exception {
    try (var peer = new HttpPeer(port)) {
      HttpPeer.Answer added = peer.post("/books", "Moby-Dick");
      assertThat(added.status()).isEqualTo(201);
      assertThat(added.headers()).contains("Location: /books/1", "Connection: keep-alive");
      peer.post("/books", "Walden; or '--");
      assertThat(peer.get("/books").body()).isEqualTo("1 Moby-Dick\n2 Walden; or '--\n");
      assertThat(peer.get("/books/2").body()).isEqualTo("Walden; or '--\n");
    }
  }

  @Test
  void otherClient_ofTheJdk_isServedOverAndOver() throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + "/books");
    try (HttpClient client = HttpClient.newHttpClient()) {
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        HttpRequest request =
            HttpRequest.newBuilder(uri)
                .version(HttpClient.Version.HTTP_1_1)
                .POST(HttpRequest.BodyPublishers.ofString("title " + i))
                .build();
        answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
      }
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertThat(answer.get().statusCode()).isEqualTo(201);
      }
      HttpResponse<String> all =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(all.body().lines().map(line -> line.replaceFirst("\\d+ ", "")))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 50).mapToObj(i -> "title " + i).toList());
    }
  }

  @Test
  void requests_pipelined_areAnsweredInOrder() throws Exception {
    try (var peer = new HttpPeer(port)) {
      String one = "Host: test\r\n\r\n";
      peer.send("GET /books/7 HTTP/1.1\r\n" + one + "\r\nGET /nothing HTTP/1.1\r\n" + one);
      peer.send("HEAD /books HTTP/1.1\r\nConnection: close\r\n" + one);
      assertThat(peer.answer().body()).isEqualTo("There is no such book.\n");
      assertThat(peer.answer().body()).isEqualTo("There is nothing here but /books.\n");
      assertThat(peer.answer(false).headers()).contains("Content-Length: 1", "Connection: close");
      assertThat(peer.isAtEnd()).isTrue();
    }
  }

  @Test
  void request_thatComesByteByByte_isAnswered() throws Exception {
    try (var peer = new HttpPeer(port)) {
      for (char each : (POST + "Transfer-Encoding: chunked\r\n\r\n").toCharArray()) {
        peer.send(String.valueOf(each));
      }
      for (char each : "4;x=y\r\nMoby\r\n5\r\n-Dick\r\n0\r\nTrailer: x\r\n\r\n".toCharArray()) {
        peer.send(String.valueOf(each));
      }
      assertThat(peer.answer().body()).isEqualTo("Moby-Dick\n");
      assertThat(peer.get("/books/1").status()).isEqualTo(200);
    }
  }

  @Test
  void body_announced_isAskedForOnlyIfItIsAccepted() throws Exception {
    try (var peer = new HttpPeer(port)) {
      peer.send(POST + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");
      assertThat(peer.line()).isEqualTo("HTTP/1.1 100 Continue");
      assertThat(peer.line()).isEmpty();
      assertThat(peer.send("Moby-Dick").answer().status()).isEqualTo(201);
      peer.send(POST + "Expect: 100-continue\r\nContent-Length: 2001\r\n\r\n");
      assertThat(peer.answer().status()).isEqualTo(413);
      assertThat(peer.isAtEnd()).isTrue();
    }
  }

  @Test
  void oldClient_getsItsAnswerAndTheEnd() throws Exception {
    try (var peer = new HttpPeer(port)) {
      assertThat(peer.send("GET /books HTTP/1.0\r\n\r\n").answer().status()).isEqualTo(200);
      assertThat(peer.isAtEnd()).isTrue();
    }
    try (var peer = new HttpPeer(port)) {
      String again = "GET /books HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
      assertThat(peer.send(again).answer().status()).isEqualTo(200);
      assertThat(peer.send(again).answer().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, 'nonsense'",
    "400, 'GET'",
    "400, 'GET  HTTP/1.1'",
    "400, 'GET /books HTTP/x'",
    "505, 'GET /books HTTP/2.0|Host: a'",
    "400, 'GET /books HTTP/1.1'",
    "400, 'GET /books HTTP/1.1|Host: a|Host: b'",
    "400, 'GET /books HTTP/1.1|Host: a|no colon'",
    "400, 'GET /books HTTP/1.1|Host: a|With space : x'",
    "400, 'GET /books HTTP/1.1|Host: a|Bad: \u0000'",
    "400, 'GET /books HTTP/1.1|Host: a|Bad: x\ry'",
    "400, 'POST /books HTTP/1.1|Host: a|Content-Length: -1'",
    "400, 'POST /books HTTP/1.1|Host: a|Content-Length: x'",
    "400, 'POST /books HTTP/1.1|Host: a|Content-Length: +1'",
    "400, 'POST /books HTTP/1.1|Host: a|Content-Length: 1|Content-Length: 2'",
    "400, 'POST /books HTTP/1.1|Host: a|Content-Length: 99999999999999999999'",
    "400, 'POST /books HTTP/1.1|Host: a|Content-Length: 1|Transfer-Encoding: chunked'",
    "400, 'POST /books HTTP/1.0|Transfer-Encoding: chunked'",
    "501, 'POST /books HTTP/1.1|Host: a|Transfer-Encoding: gzip'",
    "400, 'POST /books HTTP/1.1|Host: a|Transfer-Encoding: chunked||x|'",
    "400, 'POST /books HTTP/1.1|Host: a|Transfer-Encoding: chunked||-1|'",
    "400, 'POST /books HTTP/1.1|Host: a|Transfer-Encoding: chunked||1|abc'",
    "413, 'POST /books HTTP/1.1|Host: a|Transfer-Encoding: chunked||7D1|'",
    "413, 'POST /books HTTP/1.1|Host: a|Transfer-Encoding: chunked||FFFFFFFFFFFFFFFF|'",
    "413, 'POST /books HTTP/1.1|Host: a|Content-Length: 2001'",
  })
  void badRequest_isAnsweredAndTheConnectionEnds(int status, String request) throws Exception {
    try (var peer = new HttpPeer(port)) {
      HttpPeer.Answer answer = peer.send(request.replace("|", "\r\n") + "\r\n\r\n").answer();
      assertThat(answer.status()).as(answer.body()).isEqualTo(status);
      assertThat(answer.headers()).contains("Connection: close");
      assertThat(peer.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "404, 'GET /'",
    "404, 'GET /books/7'",
    "400, 'GET /books/seven'",
    "405, 'DELETE /books'",
    "405, 'POST /books/1'",
    "400, 'POST /books'",
  })
  void request_thatAsksForTheWrongThing_isAnsweredAndTheConnectionStays(int status, String request)
      throws Exception {
    try (var peer = new HttpPeer(port)) {
      HttpPeer.Answer answer = peer.send(request + " HTTP/1.1\r\nHost: a\r\n\r\n").answer();
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.headers()).contains("Connection: keep-alive");
      assertThat(peer.get("/books").status()).isEqualTo(200);
    }
  }

  @Test
  void head_thatIsTooLarge_isRefusedHoweverMuchFollows() throws Exception {
    String line = "GET /books?" + "x".repeat(100_000) + " HTTP/1.1\r\nHost: a\r\n\r\n";
    String headers = "GET /books HTTP/1.1\r\nHost: a\r\n" + "A: b\r\n".repeat(20_000) + "\r\n";
    String many = "GET / HTTP/1.1\r\nHost: a\r\n" + "a:\r\n".repeat(150) + "\r\n";
    for (String head : List.of(line, headers, many)) {
      try (var peer = new HttpPeer(port)) {
        assertThat(peer.sendAsMuchAsItTakes(head).answer().status()).isEqualTo(431);
        assertThat(peer.isAtEnd()).isTrue();
      }
    }
  }

  @Test
  void body_thatIsTooLargeAndSentAllTheSame_isRefusedWithAnAnswerThatArrives() throws Exception {
    try (var peer = new HttpPeer(port)) {
      peer.sendAsMuchAsItTakes(POST + "Content-Length: 500000\r\n\r\n" + "x".repeat(500_000));
      assertThat(peer.answer().status()).isEqualTo(413);
      assertThat(peer.isAtEnd()).isTrue();
    }
  }

  @Test
  void client_thatLeavesInTheMiddle_harmsNobody() throws Exception {
    try (var half = new HttpPeer(port);
        var reset = new HttpPeer(port);
        var body = new HttpPeer(port);
        var peer = new HttpPeer(port)) {
      assertThat(half.send("GET /bo").halfClose().isAtEnd()).isTrue();
      assertThat(body.send(POST + "Content-Length: 9\r\n\r\nMoby").halfClose().isAtEnd()).isTrue();
      reset.send(POST + "Content-Length: 9\r\n\r\nMoby").reset();
      assertThat(peer.get("/books").body()).isEqualTo("\n");
      assertThat(peer.halfClose().isAtEnd()).isTrue();
    }
    assertThat(server.isFinished()).isFalse();
  }

  @Test
  void client_thatIsTooSlow_isCutOff() throws Exception {
    serve(with(100, LONG, SHORT, LONG));
    try (var peer = new HttpPeer(port)) {
      assertThat(peer.send("GET /books HT").answer().status()).isEqualTo(408);
      assertThat(peer.halfClose().isAtEnd()).isTrue();
    }
    serve(with(100, SHORT, LONG, LONG));
    try (var peer = new HttpPeer(port)) {
      assertThat(peer.get("/books").status()).isEqualTo(200);
      assertThat(peer.isAtEnd()).isTrue();
    }
  }

  @Test
  void client_beyondTheLimit_isToldToComeLater() throws Exception {
    serve(with(1, LONG, LONG, LONG));
    try (var first = new HttpPeer(port)) {
      assertThat(first.get("/books").status()).isEqualTo(200);
      try (var second = new HttpPeer(port)) {
        assertThat(second.answer().status()).isEqualTo(503);
        assertThat(second.halfClose().isAtEnd()).isTrue();
      }
      assertThat(first.get("/books").status()).isEqualTo(200);
    }
    Eventually.until("the place is free", this::isServed);
  }

  private boolean isServed() {
    try (var peer = new HttpPeer(port)) {
      return peer.get("/books").status() == 200;
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }

  @Test
  void stop_withARequestUnderWay_answersItAndEndsTheRest() throws Exception {
    try (var idle = new HttpPeer(port);
        var busy = new HttpPeer(port)) {
      idle.get("/books");
      busy.get("/books");
      busy.send(POST + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");
      assertThat(busy.line()).isEqualTo("HTTP/1.1 100 Continue"); // it has begun
      assertThat(busy.line()).isEmpty();
      stop.sender().send("TERM");
      assertThat(idle.isAtEnd()).isTrue();
      assertThat(server.isFinished()).isFalse();
      HttpPeer.Answer answer = busy.send("Moby-Dick").answer();
      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.headers()).contains("Connection: close");
      assertThat(busy.isAtEnd()).isTrue();
    }
    weft.blockOn(server);
    assertThatThrownBy(() -> new HttpPeer(port)).isInstanceOf(IOException.class);
  }

  @Test
  void stop_withARequestThatNeverEnds_cutsItOff() throws Exception {
    serve(with(100, LONG, LONG, SHORT));
    try (var peer = new HttpPeer(port)) {
      peer.get("/books");
      peer.send("GET /bo");
      stop.sender().send("TERM");
      assertThatThrownBy(
              () -> {
                if (peer.isAtEnd()) {
                  throw new IOException("cut off");
                }
              })
          .isInstanceOf(IOException.class);
      weft.blockOn(server);
    }
  }

  @Test
  void serve_aborted_closesAllConnections() throws Exception {
    try (var peer = new HttpPeer(port)) {
      assertThat(peer.get("/books").status()).isEqualTo(200);
      server.abort();
      assertThatThrownBy(() -> weft.blockOn(server)).isInstanceOf(CancellationException.class);
      assertThat(peer.isAtEnd()).isTrue();
    }
  }

  @Test
  void main_interrupted_ends() throws Exception {
    try (var program = new Server(WebServer::main);
        var peer = new HttpPeer(program.port())) {
      assertThat(peer.post("/books", "Moby-Dick").status()).isEqualTo(201);
      assertThat(program.stop()).isInstanceOf(InterruptedException.class);
    }
  }
}
