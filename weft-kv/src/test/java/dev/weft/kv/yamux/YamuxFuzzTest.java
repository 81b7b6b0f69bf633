package dev.weft.kv.yamux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.AsyncCloseable;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Frames of a peer that knows the protocol and breaks it: whatever it sends, the session goes on or
 * ends with its own exception, never hangs and holds no more than its options say.
 */
final class YamuxFuzzTest {

  private static final long SEED = Long.getLong("weft.seed", 9_527);
  private static final int POLLS = 10_000;
  private static final YamuxOptions OPTIONS =
      new YamuxOptions(YamuxOptions.MIN_WINDOW, 8, YamuxOptions.MIN_WINDOW);

  @Test
  void session_ofRandomFrames_endsWellOrWithItsOwnException() throws Exception {
    fuzz(SEED, 50_000);
  }

  @Test
  @Tag("stress")
  void session_ofTenMillionRandomFrames_endsWellOrWithItsOwnException() throws Exception {
    fuzz(SEED + 1, 10_000_000L * Integer.getInteger("weft.stress", 1));
  }

  /** An input is one frame, or what is to look like one. */
  private static void fuzz(long seed, long inputs) throws Exception {
    Random random = new Random(seed);
    long left = inputs;
    int wellEnded = 0;
    int failed = 0;
    while (left > 0) {
      int frames = 1 + random.nextInt(60);
      left -= frames;
      if (runOne(random, frames)) {
        wellEnded++;
      } else {
        failed++;
      }
    }
    assertThat(wellEnded).isPositive();
    assertThat(failed).isPositive();
  }

  private static boolean runOne(Random random, int frames) throws Exception {
    Source source = new Source(random, input(random, frames));
    boolean client = random.nextBoolean();
    YamuxSession session =
        client ? YamuxSession.client(source, OPTIONS) : YamuxSession.server(source, OPTIONS);
    Future<Void> run = session.run();
    Context cx = Context.of(Waker.noop());
    List<YamuxStream> streams = new ArrayList<>();
    for (int polls = 0; ; polls++) {
      assertThat(polls).as("polls of one session").isLessThan(POLLS);
      try {
        if (run.poll(cx) instanceof Poll.Ready<Void>) {
          return true;
        }
        use(session, streams, random, cx);
      } catch (YamuxException | EOFException expected) {
        assertThat(expected).hasMessageEndingWith(".");
        assertThat(session.state().liveStreams()).isZero();
        return false;
      }
      assertThat(session.state().unreadBytes()).isLessThanOrEqualTo(OPTIONS.maxUnreadBytes());
      assertThat(session.state().placesTaken()).isLessThanOrEqualTo(2 * OPTIONS.maxStreams());
    }
  }

  private static void use(
      YamuxSession session, List<YamuxStream> streams, Random random, Context cx) throws Exception {
    if (random.nextInt(8) == 0 && streams.size() < 4) {
      if (session.open().poll(cx) instanceof Poll.Ready<YamuxStream>(var stream)) {
        streams.add(stream);
      }
    }
    var accept = session.accept();
    if (accept.poll(cx) instanceof Poll.Ready<YamuxStream>(var stream) && stream != null) {
      streams.add(stream);
    } else {
      accept.cancel();
    }
    if (!streams.isEmpty()) {
      int at = random.nextInt(streams.size());
      YamuxStream stream = streams.get(at);
      try {
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> stream.pollRead(ByteBuffer.allocate(1 + random.nextInt(5000)), cx);
          case 3, 4 -> stream.pollWrite(ByteBuffer.allocate(1 + random.nextInt(5000)), cx);
          case 5 -> stream.pollShutdown(cx);
          case 6 -> {
            stream.close();
            streams.remove(at);
          }
          default -> {
            stream.reset();
            streams.remove(at);
          }
        }
      } catch (java.io.IOException reset) {
        stream.close();
        streams.remove(stream);
      }
    }
  }

  private static ByteBuffer input(Random random, int frames) {
    ByteBuffer bytes = ByteBuffer.allocate(frames * 3_100 + Wire.HEADER);
    for (int i = 0; i < frames; i++) {
      int wild = random.nextInt(120);
      int type = wild == 0 ? random.nextInt(256) : pickType(random);
      int flags = wild == 1 ? random.nextInt(1 << 16) : pickFlags(random);
      boolean ofSession = type >= Wire.PING && wild != 2;
      int id = ofSession ? 0 : wild == 3 ? random.nextInt() : random.nextInt(24);
      int body = type == Wire.DATA ? random.nextInt(random.nextInt(30) == 0 ? 3_000 : 40) : 0;
      int length = type == Wire.DATA && wild != 4 ? body : pickLength(random);
      bytes.put((byte) (wild == 5 ? 1 : 0)).put((byte) type).putShort((short) flags);
      bytes.putInt(id).putInt(length).put(new byte[body]);
    }
    if (random.nextInt(4) == 0) {
      bytes.put(new byte[random.nextInt(Wire.HEADER)]);
    }
    return bytes.flip();
  }

  private static int pickType(Random random) {
    int choice = random.nextInt(200);
    return choice < 100 ? Wire.DATA : choice < 180 ? Wire.WINDOW_UPDATE : choice < 199 ? 2 : 3;
  }

  private static int pickFlags(Random random) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> Wire.SYN;
      case 2 -> Wire.ACK;
      case 3 -> Wire.FIN;
      case 4 -> Wire.RST;
      case 5 -> random.nextInt(16);
      default -> 0;
    };
  }

  private static int pickLength(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> random.nextInt();
      case 1 -> -1;
      default -> random.nextInt(10_000);
    };
  }

  /** A connection that gives its input in pieces, and takes what it likes. */
  private static final class Source implements AsyncRead, AsyncWrite, AsyncCloseable {

    private final Random random;
    private final ByteBuffer input;
    private int idle;

    Source(Random random, ByteBuffer input) {
      this.random = random;
      this.input = input;
    }

    @Override
    public int pollRead(ByteBuffer target, Context cx) {
      if (random.nextInt(4) == 0) {
        return AsyncRead.PENDING;
      }
      if (!input.hasRemaining()) {
        return idle++ < 5 ? AsyncRead.PENDING : AsyncRead.EOF;
      }
      int count =
          Math.min(target.remaining(), Math.min(input.remaining(), 1 + random.nextInt(400)));
      target.put(input.slice(input.position(), count));
      input.position(input.position() + count);
      return count;
    }

    @Override
    public int pollWrite(ByteBuffer source, Context cx) {
      if (random.nextInt(3) == 0) {
        return AsyncWrite.PENDING;
      }
      int count = Math.min(source.remaining(), 1 + random.nextInt(5_000));
      source.position(source.position() + count);
      return count;
    }

    @Override
    public boolean pollFlush(Context cx) {
      return true;
    }

    @Override
    public boolean pollShutdown(Context cx) {
      return true;
    }

    @Override
    public Future<Void> closeAsync() {
      return cx -> Poll.ready(null);
    }
  }
}
