package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.codec.Framed;
import dev.weft.codec.LinesCodec;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpStream;
import dev.weft.stream.AsyncSink;
import java.util.List;
import java.util.function.Consumer;

/**
 * A chat room: what one client says, all hear. Try it with {@code nc localhost 7778}, several
 * times.
 */
public final class Chat {

  private static final int LONGEST_LINE = 1000;

  private Chat() {}

  /**
   * Serves until the program is stopped.
   *
   * @param args the port, or nothing for 7778
   * @throws Exception if the port can't be opened
   */
  public static void main(String[] args) throws Exception {
    int port = args.length == 0 ? 7778 : Integer.parseInt(args[0]);
    try (Weft weft = Weft.create()) {
      weft.blockOn(run(port, new ChatRoom(100), IO::println));
    }
  }

  static Future<Void> run(int port, ChatRoom room, Consumer<String> say) {
    return async(
        () -> {
          try (TcpListener listener = await(TcpListener.bind("127.0.0.1", port))) {
            say.accept("listening on port " + listener.localAddress().getPort());
            await(serve(listener, room));
          }
        });
  }

  static Future<Void> serve(TcpListener listener, ChatRoom room) {
    return scope(
        clients -> {
          clients.supervised();
          while (true) {
            TcpStream client = await(listener.accept());
            clients.spawn(visit(client, room)).detach();
          }
        });
  }

  private static Future<Void> visit(TcpStream client, ChatRoom room) {
    return async(
        () -> {
          // The stream is closed and not the frames: these would first flush, and a client that
          // doesn't read would keep us waiting. Nothing is lost, as send has flushed each line.
          try (client) {
            Framed<String, String> lines = Framed.of(client, new LinesCodec(LONGEST_LINE));
            await(lines.send("What is your name?"));
            String name = await(lines.next());
            if (name == null) {
              return; // it hung up
            }
            switch (room.enter(name)) {
              case ChatRoom.Refusal refusal -> await(lines.send(refusal.reason()));
              case ChatRoom.Seat seat -> await(talk(lines, seat));
            }
          }
        });
  }

  // @start region="talk"
  private static Future<Void> talk(Framed<String, String> lines, ChatRoom.Seat seat) {
    return async(
        () -> {
          try (seat) { // leaving, in whatever way, frees the place
            Future<Void> listen = lines.reader().forEach(seat::say);
            Future<Void> speak = passOn(seat, lines.writer());
            await(select(List.of(listen, speak, seat.lost()))); // whichever ends first ends all
          }
        });
  }

  private static Future<Void> passOn(ChatRoom.Seat seat, AsyncSink<String> client) {
    return async(
        () -> {
          for (String text = await(seat.hear()); text != null; text = await(seat.hear())) {
            await(client.send(text));
          }
        });
  }
  // @end
}
