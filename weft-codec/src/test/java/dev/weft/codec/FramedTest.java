package dev.weft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.AsyncCloseable;
import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.codegen.LeafFuture;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.testkit.ScriptedIo;
import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramedTest {

  private final TestTask task = new TestTask();

  @Test
  void framed_bothEndsOfAPipe_talk() throws Exception {
    DuplexPair pair = Io.duplex(7);
    Framed<String, String> left = Framed.of(pair.first(), new LinesCodec());
    Framed<String, String> right = Framed.of(pair.second(), new LinesCodec());
    for (String line : List.of("a", "", "long ".repeat(100))) {
      Future<Void> send = left.send(line);
      Future<String> next = right.next();
      boolean sent = false;
      while (true) {
        sent = sent || task.poll(send).isReady();
        if (task.poll(next) instanceof Poll.Ready<String>(String got)) {
          assertThat(got).isEqualTo(line);
          break;
        }
      }
      if (!sent) {
        task.ready(send);
      }
    }
    task.ready(left.writer().closeAsync());
    assertThat(task.run(right.next())).isNull();
    task.ready(right.send("still"));
    assertThat(task.run(left.next())).isEqualTo("still");
  }

  @Test
  void framed_sinkProtocol_goesToTheWriter() throws Exception {
    ScriptedIo io = new ScriptedIo().gives("in\n");
    Framed<String, String> framed = Framed.of(io, new LinesCodec());
    assertThat(framed.pollNext(task)).isEqualTo("in");
    assertThat(framed.pollReady(task)).isTrue();
    framed.startSend("out");
    assertThat(framed.pollFlush(task)).isTrue();
    assertThat(framed.pollClose(task)).isTrue();
    assertThat(io.writtenText()).isEqualTo("out\n");
    assertThat(io.isShutDown()).isTrue();
    io.stalls();
    assertThat(framed.pollNext(task)).isSameAs(LeafFuture.PENDING);
    assertThat(framed.cancelNext()).isTrue();
    framed.cancelSend();
    assertThat(io.readWaker()).isNull();
  }

  /** A scripted connection that can be closed, in two polls. */
  private static final class Closeable implements AsyncRead, AsyncWrite, AsyncCloseable {

    private final ScriptedIo io = new ScriptedIo();
    private final List<String> log = new ArrayList<>();
    private IOException closeFailure;

    @Override
    public int pollRead(ByteBuffer target, Context cx) throws IOException {
      return io.pollRead(target, cx);
    }

    @Override
    public int pollWrite(ByteBuffer source, Context cx) throws IOException {
      return io.pollWrite(source, cx);
    }

    @Override
    public boolean pollFlush(Context cx) throws IOException {
      return io.pollFlush(cx);
    }

    @Override
    public boolean pollShutdown(Context cx) throws IOException {
      return io.pollShutdown(cx);
    }

    @Override
    public void cancelWrite() {
      io.cancelWrite();
    }

    @Override
    public Future<Void> closeAsync() {
      return new LeafFuture<>() {
        private boolean second;

        @Override
        protected Object pollLeaf(Context cx) throws Exception {
          if (!second) {
            second = true;
            cx.waker().wake();
            return PENDING;
          }
          log.add("closed");
          if (closeFailure != null) {
            throw closeFailure;
          }
          return null;
        }
      };
    }
  }

  private final Closeable connection = new Closeable();
  private final Framed<String, String> closing = Framed.of(connection, new LinesCodec());

  @Test
  void close_flushesEndsAndCloses() throws Exception {
    task.ready(closing.feed("bye"));
    connection.io.refuses();
    task.run(closing.closeAsync());
    assertThat(connection.io.writtenText()).isEqualTo("bye\n");
    assertThat(connection.io.isShutDown()).isTrue();
    assertThat(connection.log).containsExactly("closed");
  }

  @Test
  void close_whoseFlushFails_closesAllTheSame() throws Exception {
    IOException broken = new IOException("reset");
    connection.io.writeBreaks(broken);
    connection.closeFailure = new IOException("close");
    task.ready(closing.feed("bye"));
    assertThatThrownBy(() -> task.run(closing.closeAsync()))
        .isSameAs(broken)
        .hasSuppressedException(connection.closeFailure);
    assertThat(connection.log).containsExactly("closed");
  }

  @Test
  void close_whoseFlushAndCloseFailWithOneObject_failsWithIt() throws Exception {
    IOException broken = new IOException("reset");
    connection.io.writeBreaks(broken);
    connection.closeFailure = broken;
    task.ready(closing.feed("bye"));
    assertThatThrownBy(() -> task.run(closing.closeAsync()))
        .isSameAs(broken)
        .hasNoSuppressedExceptions();
  }

  @Test
  void close_thatFailsBelow_saysSo() {
    connection.closeFailure = new IOException("close");
    assertThatThrownBy(() -> task.run(closing.closeAsync())).isSameAs(connection.closeFailure);
  }

  @Test
  void close_cancelledInItsFlush_closesAllTheSame() throws Exception {
    connection.io.writeStalls();
    task.ready(closing.feed("lost"));
    Future<Void> close = closing.closeAsync();
    task.pending(close);
    task.takeWakes();
    assertThat(close.cancel()).isFalse();
    assertThat(close.cancel()).isFalse();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(connection.io.writeWaker()).isNull();
    assertThatThrownBy(() -> task.run(close)).isInstanceOf(Cancellation.class);
    assertThat(connection.log).containsExactly("closed");
  }

  @Test
  void close_cancelledBeforeItsFirstPoll_closesAllTheSame() {
    Future<Void> close = closing.closeAsync();
    assertThat(close.cancel()).isFalse();
    assertThatThrownBy(() -> task.run(close)).isInstanceOf(Cancellation.class);
    assertThat(connection.log).containsExactly("closed");
    assertThat(connection.io.isShutDown()).isFalse();
  }

  @Test
  void close_overAnIoWithoutClose_onlyEndsIt() throws Exception {
    ScriptedIo io = new ScriptedIo();
    task.run(Framed.of(io, new LinesCodec()).closeAsync());
    assertThat(io.isShutDown()).isTrue();
  }
}
