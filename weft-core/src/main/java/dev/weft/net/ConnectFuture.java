package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.StreamSocket;
import dev.weft.spi.TaskContext;
import dev.weft.time.Sleep;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Connects to a host: looks its addresses up and tries them, staggered. */
final class ConnectFuture extends LeafFuture<TcpStream> {

  /*
   * Idea ("happy eyeballs", RFC 8305): an address that doesn't answer costs a quarter of a second, not
   * the system's two minutes. The next attempt begins when 250 ms have passed since the last one began,
   * or at once when nothing is under way any more; the first that connects wins, and the others are
   * closed. The families take turns, since what fails mostly fails for one of them as a whole. Which of
   * them comes first is left to the system's own order of the addresses.
   *
   * State: `attempts` is null until the addresses are known; `stagger` runs while there is an address
   * left and an attempt under way. All is the owner's.
   */

  private static final Duration STAGGER = Duration.ofMillis(250);

  private final InetSocketAddress remote;
  private final TcpOptions options;
  private final HostLookup lookup;
  private @Nullable Attempts attempts;
  private @Nullable Sleep stagger;

  ConnectFuture(InetSocketAddress remote, TcpOptions options) {
    this.remote = remote;
    this.options = options;
    this.lookup = new HostLookup(remote);
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    if (attempts == null) {
      List<InetSocketAddress> found = lookup.poll(cx);
      if (found == null) {
        return PENDING;
      }
      attempts = new Attempts(found, options.ofConnection());
    }
    try {
      StreamSocket connected = connect(attempts, cx);
      if (connected == null) {
        return PENDING;
      }
      TcpStream stream = streamOf(connected);
      giveUp();
      return stream;
    } catch (Throwable failure) {
      giveUp();
      throw failure;
    }
  }

  private @Nullable StreamSocket connect(Attempts attempts, Context cx) throws Exception {
    while (true) {
      int underWay = attempts.pending();
      StreamSocket connected = attempts.pollConnected(cx);
      if (connected != null) {
        return connected;
      }
      boolean failed = attempts.pending() < underWay;
      if (attempts.hasWaiting()) {
        if (attempts.pending() > 0 && !failed && !isStaggerOver(cx)) {
          return null;
        }
        beginNext(attempts, cx);
      } else if (attempts.pending() > 0) {
        return null;
      } else {
        IOException failure = attempts.failure();
        throw failure == null ? new IOException(remote + " has no address.") : failure;
      }
    }
  }

  private void beginNext(Attempts attempts, Context cx) {
    endStagger();
    attempts.beginNext(TaskContext.services(cx).sockets());
  }

  private boolean isStaggerOver(Context cx) throws Exception {
    if (stagger == null) {
      stagger = Sleep.after(STAGGER);
    }
    return stagger.pollRaw(cx) != PENDING;
  }

  private void endStagger() {
    Sleep before = stagger;
    stagger = null;
    if (before != null) {
      before.cancel();
    }
  }

  private static TcpStream streamOf(StreamSocket connected) throws IOException {
    try {
      return new TcpStream(connected);
    } catch (Throwable failure) {
      connected.close();
      throw failure;
    }
  }

  private void giveUp() {
    endStagger();
    if (attempts != null) {
      attempts.close();
    }
  }

  @Override
  protected boolean cancelLeaf() {
    lookup.cancel();
    giveUp();
    return true;
  }

  @Override
  public String toString() {
    return "TcpStream.connect(" + remote + ")";
  }
}
