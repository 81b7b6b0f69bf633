package dev.weft.internal.reactor.linux;

import org.jspecify.annotations.Nullable;

/** A socket in the eyes of a {@link RingPoller}: which requests the kernel has for it. */
final class RingWatch {

  /*
   * While the kernel has a request for a socket it holds the socket's file, so closing the descriptor
   * would neither end the connection nor free the address. So the watch counts as a user of the descriptor
   * until the last completion has been reaped; only then is its place given to another. Completions are
   * thus matched by place, whatever happens to descriptors and their numbers.
   *
   * Ownership: the holder of the turn's, except `input`, which has a lock, and the constants.
   */

  final Tie tie;
  final int fd;
  final @Nullable RingInput input; // of streams
  int place = -1;
  int requests; // that the kernel has
  boolean watching; // there is one that reports events
  boolean receiving; // there is one that receives or waits to
  boolean removed;

  RingWatch(Tie tie, int fd) {
    this.tie = tie;
    this.fd = fd;
    this.input = tie.kind().isStream() ? new RingInput() : null;
  }
}
