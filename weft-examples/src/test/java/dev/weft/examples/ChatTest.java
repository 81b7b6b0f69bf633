package dev.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.net.TcpListener;
import dev.weft.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChatTest {

  private static final int PLACES = 8;

  private final ChatRoom room = new ChatRoom(PLACES);
  private Weft weft;
  private int port;

  /** A visitor with a plain socket, as any other program would be one. */
  private record Visitor(Socket socket, BufferedReader in) implements AutoCloseable {

    static Visitor connect(int port) throws IOException {
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      var visitor =
          new Visitor(
              socket,
              new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
      assertThat(visitor.hear()).isEqualTo("What is your name?");
      return visitor;
    }

    String hear() throws IOException {
      return in.readLine();
    }

    void say(String line) throws IOException {
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @BeforeEach
  void open() throws Exception {
    weft = Weft.create();
    TcpListener listener = weft.blockOn(TcpListener.bind("127.0.0.1", 0));
    port = listener.localAddress().getPort();
    JoinHandle<Void> _ = weft.spawn(Chat.serve(listener, room)).detach();
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private Visitor enter(String name) throws IOException {
    Visitor visitor = Visitor.connect(port);
    visitor.say(name);
    assertThat(visitor.hear()).isEqualTo(name + " came in");
    return visitor;
  }

  @Test
  void text_ofOne_isHeardByAll() throws Exception {
    List<Visitor> visitors = new ArrayList<>();
    for (int i = 0; i < PLACES; i++) {
      visitors.add(enter("v" + i));
      for (Visitor earlier : visitors.subList(0, i)) {
        assertThat(earlier.hear()).isEqualTo("v" + i + " came in");
      }
    }
    visitors.get(3).say("good morning");
    for (Visitor visitor : visitors) {
      assertThat(visitor.hear()).isEqualTo("v3: good morning");
      visitor.close();
    }
  }

  @Test
  void visitor_whoLeaves_freesThePlaceAndTheName() throws Exception {
    List<Visitor> visitors = new ArrayList<>();
    for (int i = 0; i < PLACES; i++) {
      visitors.add(enter("v" + i));
    }
    Visitor late = Visitor.connect(port);
    late.say("late");
    assertThat(late.hear()).isEqualTo("The room is full: its places are 8.");
    assertThat(late.hear()).isNull();

    visitors.get(0).close();
    Eventually.until("the place is free", () -> room.visitors() == PLACES - 1);
    Visitor last = visitors.get(PLACES - 1);
    assertThat(last.hear()).isEqualTo("v0 left");
    visitors.add(enter("v0"));
    assertThat(last.hear()).isEqualTo("v0 came in");
    for (Visitor visitor : visitors) {
      visitor.close();
    }
    Eventually.until("the room is empty", () -> room.visitors() == 0);
  }

  @Test
  void name_thatIsTaken_isRefused() throws Exception {
    try (Visitor first = enter("Ann");
        Visitor second = Visitor.connect(port)) {
      second.say("Ann");
      assertThat(second.hear()).contains("Ann is taken");
      first.say("still here");
      assertThat(first.hear()).isEqualTo("Ann: still here");
    }
  }

  @Test
  void seat_thatIsTooFarBehind_isLost() throws Exception {
    var small = new ChatRoom(2);
    var slow = (ChatRoom.Seat) small.enter("slow");
    var busy = (ChatRoom.Seat) small.enter("busy");
    for (int i = 0; small.visitors() == 2 && i < 1000; i++) {
      busy.say("text " + i);
      weft.blockOn(busy.hear());
    }
    assertThat(small.visitors()).isOne();
    assertThat(weft.blockOn(slow.hear())).isEqualTo("slow came in");
    String heard = "";
    for (String text = heard; text != null; text = weft.blockOn(slow.hear())) {
      heard = text;
    }
    assertThat(heard).startsWith("busy: text ");
  }

  @Test
  void visitor_whoDoesNotRead_isPutOut() throws Exception {
    try (Visitor slow = enter("slow")) {
      var busy = (ChatRoom.Seat) room.enter("busy");
      String text = "x".repeat(1000);
      for (int i = 0; room.visitors() == 2 && i < 100_000; i++) {
        busy.say(text);
        weft.blockOn(busy.hear());
      }
      assertThat(room.visitors()).isOne();
      String line = "";
      while (line != null) {
        line = slow.hear(); // what was on its way, and then the end
      }
      busy.close();
    }
  }

  @Test
  void main_interrupted_ends() throws Exception {
    try (var server = new Server(Chat::main);
        Visitor visitor = Visitor.connect(server.port())) {
      visitor.say("Ann");
      assertThat(visitor.hear()).isEqualTo("Ann came in");
      assertThat(server.stop()).isInstanceOf(InterruptedException.class);
    }
  }
}
