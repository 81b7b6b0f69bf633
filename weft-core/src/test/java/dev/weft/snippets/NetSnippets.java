package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import dev.weft.io.BufReader;
import dev.weft.io.BufWriter;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.net.TcpListener;
import dev.weft.net.TcpOptions;
import dev.weft.net.TcpStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sockets and byte streams. */
final class NetSnippets {

  private NetSnippets() {}

  static Future<Void> serveAll(
      int port, Consumer<InetSocketAddress> ready, Function<TcpStream, Future<Void>> serve) {
    return async(
        () -> {
          // @start region="listen"
          try (TcpListener listener = await(TcpListener.bind("127.0.0.1", port))) {
            ready.accept(listener.localAddress()); // port 0 means: one that is free
            while (true) {
              TcpStream stream = await(listener.accept());
              spawn(serve.apply(stream)).detach();
            }
          }
          // @end
        });
  }

  static Future<Integer> ask(int port, ByteBuffer request, ByteBuffer answer) {
    return async(
        () -> {
          // @start region="connect"
          try (TcpStream stream = await(TcpStream.connect("localhost", port))) {
            await(stream.writeAll(request));
            int count = await(stream.read(answer)); // at least one byte, or TcpStream.EOF
            return count;
          }
          // @end
        });
  }

  static TcpOptions options() {
    // @start region="options"
    TcpOptions options = TcpOptions.defaults().noDelay(true).backlog(128);
    // @end
    return options;
  }

  // @start region="lines"
  /** Answers each line, until the other side ends; waits for it a second at most. */
  static Future<Void> answerLines(TcpStream stream, Function<String, String> answer) {
    return async(
        () -> {
          try (stream) {
            var reader = new BufReader(stream);
            var writer = new BufWriter(stream);
            while (true) {
              String line = await(timeout(Duration.ofSeconds(1), reader.readLine(1000)));
              if (line == null) {
                return; // the end
              }
              byte[] bytes = (answer.apply(line) + "\n").getBytes(StandardCharsets.UTF_8);
              await(writer.writeAll(ByteBuffer.wrap(bytes)));
              await(writer.flush()); // what is in the buffer isn't sent by itself
            }
          }
        });
  }

  // @end

  // @start region="split"
  static Future<String> sendAndReceive(TcpStream stream, byte[] request) {
    return async(
        () -> {
          try (stream) {
            TcpStream.Halves halves = stream.split();
            Future<Void> send =
                async(
                    () -> {
                      await(halves.writer().writeAll(ByteBuffer.wrap(request)));
                      await(halves.writer().shutdown()); // that was all; reading goes on
                    });
            Future<byte[]> receive = new BufReader(halves.reader()).readToEnd(1 << 20);
            return new String(await(join(send, receive)).second(), StandardCharsets.UTF_8);
          }
        });
  }

  // @end

  // @start region="duplex"
  static Future<String> withoutNetwork() {
    return async(
        () -> {
          DuplexPair pair = Io.duplex(1024);
          await(pair.first().writeAll(ByteBuffer.wrap("hello\n".getBytes(StandardCharsets.UTF_8))));
          return await(new BufReader(pair.second()).readLine());
        });
  }
  // @end
}
