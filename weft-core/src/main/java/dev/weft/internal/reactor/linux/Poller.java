package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The system's way to wait for events of many descriptors. */
interface Poller {

  /* Events as poll(2) and epoll(7) number them. */
  int IN = 0x1;
  int PRI = 0x2;
  int OUT = 0x4;
  int ERR = 0x8;
  int HUP = 0x10;
  int RDHUP = 0x2000;

  /**
   * Begins to report events of a descriptor, those first that hold already. Any thread.
   *
   * @param tie the descriptor's owner
   * @param token names it in the reports, if those aren't by tie
   * @throws IOException if the system refuses
   */
  void add(Tie tie, int fd, long token) throws IOException;

  /** Ends the reports, of which some may be under way. Any thread; once. */
  void remove(Tie tie);

  /**
   * Begins to receive for a stream whose {@link RingInput} has been armed.
   *
   * @param watch the stream's
   */
  void receive(RingWatch watch);

  /** How many sockets, closed ones included, can't be let go without a {@link #poll}. */
  int held();

  /** Whether add, remove and receive are carried out by the next {@link #poll}. */
  boolean takesOrders();

  /**
   * Waits for events and reports them. One thread at a time.
   *
   * @param timeoutNanos 0 doesn't wait, {@link Long#MAX_VALUE} waits until {@link #interrupt}
   * @return how many were reported; 0 also if it ended for no reason
   * @throws IOException if the system refuses
   */
  int poll(long timeoutNanos, Report report) throws IOException;

  /** Ends the wait of another thread, or else the next one. Any thread. */
  void interrupt();

  /** What takes requests for files; {@code null} if it takes none. */
  default @Nullable RingFiles files() {
    return null;
  }

  /** Why it takes no requests for files; {@code null} if it does. */
  default @Nullable String filesMissing() {
    return "this driver has no requests for files";
  }

  /**
   * Gives everything back to the system. Nobody uses it at that time or later.
   *
   * @param report hears of requests for files that end now
   */
  void close(Report report);

  /** Takes events. */
  interface Report {

    /**
     * Something happened.
     *
     * @param token of the descriptor; it may be unknown by now
     * @param events the bits
     */
    void occurred(long token, int events);

    /**
     * Something happened.
     *
     * @param tie of the descriptor; it may have ended
     * @param events the bits
     */
    void occurred(Tie tie, int events);

    /**
     * A request for a file has ended, with the result in it.
     *
     * @param request whose owner hasn't been told
     */
    void ended(FileRequest request);
  }

  /** Opens one when it is needed. */
  interface Opening {

    /**
     * Opens it.
     *
     * @throws IOException if the system refuses
     */
    Poller open() throws IOException;
  }
}
