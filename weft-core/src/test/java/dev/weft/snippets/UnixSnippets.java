package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.io.BufReader;
import dev.weft.io.Io;
import dev.weft.net.UnixAddress;
import dev.weft.net.UnixDatagram;
import dev.weft.net.UnixListener;
import dev.weft.net.UnixStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Sockets within one machine. */
final class UnixSnippets {

  private UnixSnippets() {}

  static Future<Void> serve(Path path) {
    return async(
        () -> {
          // @start region="listen"
          try (UnixListener listener = await(UnixListener.bind(path))) {
            while (true) {
              UnixStream stream = await(listener.accept());
              spawn(echo(stream)).detach();
            }
          } // closing removes the file
          // @end
        });
  }

  private static Future<Void> echo(UnixStream stream) {
    return async(
        () -> {
          try (stream) {
            await(Io.copy(stream, stream));
          }
        });
  }

  static Future<String> ask(Path path, String question) {
    return async(
        () -> {
          // @start region="connect"
          try (UnixStream stream = await(UnixStream.connect(path))) {
            byte[] line = (question + "\n").getBytes(StandardCharsets.UTF_8);
            await(stream.writeAll(ByteBuffer.wrap(line)));
            return await(new BufReader(stream).readLine());
          }
          // @end
        });
  }

  static Future<Void> answer(Path path) {
    return async(
        () -> {
          // @start region="datagram"
          try (UnixDatagram socket = await(UnixDatagram.bind(path))) {
            ByteBuffer buffer = ByteBuffer.allocate(2000);
            while (true) {
              UnixAddress sender = await(socket.recvFrom(buffer.clear()));
              if (!sender.isUnnamed()) { // somebody who can be answered
                await(socket.sendTo(buffer.flip(), sender));
              }
            }
          }
          // @end
        });
  }
}
