package dev.weft.net;

import dev.weft.Context;
import dev.weft.io.RuntimeClosedException;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Attempts to connect to the addresses of one host, several of which may be under way. */
final class Attempts {

  /*
   * State: `waiting` are the addresses that weren't tried, in order; `pending` the sockets that are
   * connecting; `failures` what the others failed with, by position in the order of the first attempt,
   * so that the exception doesn't depend on which of two failed first.
   *
   * Ownership: the connecting task's. Whatever ends the attempts, also a failure that is none of the
   * network's, the sockets left in `pending` are closed by close().
   */

  private final Queue<InetSocketAddress> waiting;
  private final Map<SocketOption<?>, Object> options;
  private final List<Attempt> pending = new ArrayList<>();
  private final @Nullable IOException[] failures;
  private int begun;

  Attempts(List<InetSocketAddress> addresses, Map<SocketOption<?>, Object> options) {
    this.waiting = new ArrayDeque<>(interleaved(addresses));
    this.options = options;
    this.failures = new IOException[addresses.size()];
  }

  /**
   * The addresses with the two families in turn, beginning with that of the first; within a family
   * the order stays.
   */
  static List<InetSocketAddress> interleaved(List<InetSocketAddress> addresses) {
    List<InetSocketAddress> ordered = new ArrayList<>(addresses.size());
    Queue<InetSocketAddress> first = new ArrayDeque<>();
    Queue<InetSocketAddress> second = new ArrayDeque<>();
    for (InetSocketAddress address : addresses) {
      boolean same = isSameFamily(address.getAddress(), addresses.getFirst().getAddress());
      (same ? first : second).add(address);
    }
    while (!first.isEmpty() || !second.isEmpty()) {
      addNext(first, ordered);
      addNext(second, ordered);
    }
    return ordered;
  }

  private static boolean isSameFamily(InetAddress one, InetAddress other) {
    return one.getClass() == other.getClass();
  }

  private static void addNext(Queue<InetSocketAddress> from, List<InetSocketAddress> to) {
    InetSocketAddress next = from.poll();
    if (next != null) {
      to.add(next);
    }
  }

  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** How many are under way. */
  int pending() {
    return pending.size();
  }

  /** Begins the next attempt. If it fails at once, that is noted and it isn't under way. */
  void beginNext(DriverProvider sockets) {
    InetSocketAddress address = waiting.remove();
    int position = begun++;
    try {
      pending.add(new Attempt(position, sockets.connect(address, options)));
    } catch (IOException failed) {
      failures[position] = failed;
    }
  }

  /**
   * Looks at the attempts under way.
   *
   * @return a socket that is connected and no longer among them, or {@code null}
   * @throws RuntimeClosedException if there is no point in trying on
   */
  @Nullable StreamSocket pollConnected(Context cx) throws RuntimeClosedException {
    for (Iterator<Attempt> rest = pending.iterator(); rest.hasNext(); ) {
      Attempt attempt = rest.next();
      try {
        if (attempt.socket.finishConnect(cx)) {
          rest.remove();
          return attempt.socket;
        }
      } catch (RuntimeClosedException closed) {
        throw closed;
      } catch (IOException failed) {
        rest.remove();
        attempt.socket.close();
        failures[attempt.position] = failed;
      }
    }
    return null;
  }

  /** The failure of the first attempt, with those of the others suppressed on it. */
  @Nullable IOException failure() {
    IOException first = null;
    for (IOException failure : failures) {
      if (first == null) {
        first = failure;
      } else if (failure != null) {
        first.addSuppressed(failure);
      }
    }
    return first;
  }

  /** Closes what is under way. */
  void close() {
    for (Attempt attempt : pending) {
      attempt.socket.close();
    }
    pending.clear();
  }

  private record Attempt(int position, StreamSocket socket) {}
}
