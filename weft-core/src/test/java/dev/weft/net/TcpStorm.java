package dev.weft.net;

import static dev.weft.Async.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.*;
import dev.weft.io.AsyncRead;
import dev.weft.io.Io;
import dev.weft.sync.AsyncSemaphore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Many clients that come, talk, and leave in every way there is, over and over. */
final class TcpStorm {

  /*
   * A client has one connection at a time, but may be with its next one before the server has noticed the
   * end of the last. So the server takes no more than it has permits: else a storm of 8,000 clients could
   * come to hold more descriptors than a process may have, which would say nothing about leaks.
   */

  /** How a connection ends. */
  enum Fate {
    TALKS,
    HALF_CLOSES,
    RESETS,
    LEAVES_UNREAD,
    SAYS_NOTHING,
    IS_ABORTED,
    IS_RESET_BY_THE_SERVER
  }

  private static final int WORDS = 5;
  private static final int MUCH = 50_000;
  private static final byte RESET_ME = 0x7F;

  private final Map<Fate, AtomicLong> ended = new EnumMap<>(Fate.class);
  private final List<InetSocketAddress> servers = new ArrayList<>();
  private final List<TcpListener> listeners = new ArrayList<>();
  private final Weft weft;
  private final AsyncSemaphore ends;

  TcpStorm(Weft weft, int serverEnds) {
    this.weft = weft;
    this.ends = new AsyncSemaphore(serverEnds);
    for (Fate fate : Fate.values()) {
      ended.put(fate, new AtomicLong());
    }
  }

  /** Starts to serve on one more address. */
  void listen(String host) throws Exception {
    TcpListener listener = weft.blockOn(TcpListener.bind(host, 0));
    listeners.add(listener);
    servers.add(listener.localAddress());
    weft.spawn(serve(listener)).detach();
  }

  /** Runs so many clients at a time, each with one connection after the other while it may. */
  void blow(int clients, BooleanSupplier goesOn) throws Exception {
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      all.add(client(i, goesOn));
    }
    weft.blockOn(join(all));
    for (TcpListener listener : listeners) {
      weft.blockOn(listener.closeAsync());
    }
  }

  long ended(Fate fate) {
    return ended.get(fate).get();
  }

  private Future<Void> serve(TcpListener listener) {
    return async(
        () -> {
          while (true) {
            AsyncSemaphore.Permit permit = await(ends.acquire());
            TcpStream next = await(listener.next());
            if (next == null) {
              permit.close();
              return;
            }
            spawn(answerAndLetNext(next, permit)).detach();
          }
        });
  }

  private static Future<Void> answerAndLetNext(TcpStream client, AsyncSemaphore.Permit permit) {
    return async(
        () -> {
          try (permit) {
            await(answer(client));
          }
        });
  }

  /** Echoes what comes, unless it begins with the wish to be reset. */
  private static Future<Void> answer(TcpStream client) {
    return async(
        () -> {
          try (client) {
            ByteBuffer first = ByteBuffer.allocate(1);
            if (await(client.read(first)) == AsyncRead.EOF) {
              return;
            }
            if (first.get(0) == RESET_ME) {
              client.setOption(StandardSocketOptions.SO_LINGER, 0);
              return;
            }
            await(client.writeAll(first.flip()));
            await(Io.copy(client, client));
          } catch (IOException gone) {
            // Some reset their connections, and that is what this is about.
          }
        });
  }

  private Future<Void> client(int number, BooleanSupplier goesOn) {
    var random = new Random(number);
    return async(
        () -> {
          do {
            Fate fate = Fate.values()[random.nextInt(Fate.values().length)];
            await(connection(fate, servers.get(random.nextInt(servers.size())), random));
            ended.get(fate).incrementAndGet();
          } while (goesOn.getAsBoolean());
        });
  }

  private Future<Void> connection(Fate fate, InetSocketAddress server, Random random) {
    return switch (fate) {
      case TALKS -> talk(server, random.nextInt(WORDS));
      case HALF_CLOSES -> halfClose(server, random.nextInt(MUCH));
      case RESETS -> leave(server, 1 + random.nextInt(MUCH), true);
      case LEAVES_UNREAD -> leave(server, 1 + random.nextInt(MUCH), false);
      case SAYS_NOTHING -> leave(server, 0, random.nextBoolean());
      case IS_ABORTED -> aborted(server, random.nextInt(WORDS));
      case IS_RESET_BY_THE_SERVER -> wishToBeReset(server);
    };
  }

  private static Future<Void> talk(InetSocketAddress server, int words) {
    return async(
        () -> {
          try (TcpStream stream = await(TcpStream.connect(server))) {
            ByteBuffer answer = ByteBuffer.allocate(4);
            for (int word = 0; word <= words; word++) {
              await(stream.writeAll(ByteBuffer.allocate(4).putInt(0, word)));
              await(Io.readExactly(stream, answer.clear()));
              assertThat(answer.getInt(0)).isEqualTo(word);
            }
          }
        });
  }

  private static Future<Void> halfClose(InetSocketAddress server, int bytes) {
    return async(
        () -> {
          try (TcpStream stream = await(TcpStream.connect(server))) {
            await(
                join(
                    async(
                        () -> {
                          await(stream.writeAll(ByteBuffer.allocate(bytes)));
                          await(stream.shutdown());
                        }),
                    async(() -> assertThat(await(Io.copy(stream, Io.sink()))).isEqualTo(bytes))));
          }
        });
  }

  private static Future<Void> leave(InetSocketAddress server, int bytes, boolean reset) {
    return async(
        () -> {
          try (TcpStream stream = await(TcpStream.connect(server))) {
            if (reset) {
              stream.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            await(stream.write(ByteBuffer.allocate(bytes)));
          }
        });
  }

  /** Stops waiting for its peer in the middle of a read, wherever that happens to be. */
  private static Future<Void> aborted(InetSocketAddress server, int yields) {
    return async(
        () -> {
          JoinHandle<Void> talking = spawn(halfClose(server, MUCH));
          for (int i = 0; i < yields * yields; i++) {
            await(yieldNow());
          }
          talking.abort();
          try {
            await(talking);
          } catch (CancellationException asWished) {
            // It may have come to its end before.
          }
        });
  }

  private static Future<Void> wishToBeReset(InetSocketAddress server) {
    return async(
        () -> {
          try (TcpStream stream = await(TcpStream.connect(server))) {
            await(stream.writeAll(ByteBuffer.wrap(new byte[] {RESET_ME, 1, 2, 3})));
            await(Io.copy(stream, Io.sink()));
            throw new AssertionError(stream + " ended in order.");
          } catch (IOException reset) {
            assertThat(reset).hasMessageContaining(":" + server.getPort());
          }
        });
  }
}
