package dev.weft.net;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.spi.UnixPacketSocket;
import dev.weft.time.Sleep;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One datagram of a Unix socket on its way out. */
final class UnixSend extends LeafFuture<Integer> {

  /*
   * Idea: a connected socket is told when its receiver has room again. One that isn't connected is never
   * told, so it asks again after 100 µs, 200 µs … 51.2 ms. It sees a close no later than that.
   */

  private static final Duration FIRST = Duration.ofNanos(100_000);
  private static final Duration LONGEST = Duration.ofNanos(51_200_000);

  private final UnixPacketSocket socket;
  private final ByteBuffer source;
  private final String target;
  private Duration next = FIRST;
  private @Nullable Sleep pause;

  /**
   * Creates the send.
   *
   * @param target the receiver's name, empty if the socket is connected to it
   */
  UnixSend(UnixPacketSocket socket, ByteBuffer source, String target) {
    this.socket = socket;
    this.source = source;
    this.target = target;
  }

  @Override
  protected Object pollLeaf(Context cx) throws Exception {
    int length = source.remaining();
    try {
      while (!socket.send(source, target, cx)) {
        if (target.isEmpty() || !isPauseOver(cx)) {
          return PENDING;
        }
      }
    } catch (Throwable failure) {
      endPause();
      throw failure;
    }
    endPause();
    return length;
  }

  private boolean isPauseOver(Context cx) throws Exception {
    Sleep current = pause;
    if (current == null) {
      current = Sleep.after(next);
      pause = current;
      Duration doubled = next.multipliedBy(2);
      next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }
    if (current.pollRaw(cx) == PENDING) {
      return false;
    }
    pause = null;
    return true;
  }

  private void endPause() {
    Sleep current = pause;
    if (current != null) {
      pause = null;
      current.cancel();
    }
  }

  @Override
  protected boolean cancelLeaf() {
    endPause();
    socket.cancelSend();
    return true;
  }
}
