package dev.weft.internal.reactor.linux;

import dev.weft.Waker;
import dev.weft.spi.FileRequest;

/** What a poller reports while it is closed: sockets know of it, owners of requests are told. */
final class ClosingReport implements Poller.Report {

  /** Closes a poller with such a report. */
  static void close(Poller poller) {
    poller.close(new ClosingReport());
  }

  @Override
  public void occurred(long token, int events) {
    // The driver has told all sockets that it is closed.
  }

  @Override
  public void occurred(Tie tie, int events) {
    // As above.
  }

  @Override
  public void ended(FileRequest request) {
    Waker waker = request.owner().ended();
    if (waker != null) {
      waker.wake();
    }
  }
}
