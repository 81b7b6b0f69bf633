package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Who is told of a driver's events: the sockets attached to it, and the owners of its requests. */
final class Arrivals implements Poller.Report {

  private final LinuxDriver driver;
  private final TieTable ties = new TieTable();
  private final List<FileRequest> ended = new ArrayList<>(); // whose owners are to be told

  Arrivals(LinuxDriver driver) {
    this.driver = driver;
  }

  TieTable ties() {
    return ties;
  }

  @Override
  public void occurred(long token, int events) {
    Tie tie = ties.get(token);
    if (tie != null) {
      tie.occurred(events, driver);
    }
  }

  @Override
  public void occurred(Tie tie, int events) {
    tie.occurred(events, driver);
  }

  @Override
  public void ended(FileRequest request) {
    ended.add(request);
  }

  /** A wait of the poller, which reports to this. */
  int poll(Poller poller, long timeoutNanos) throws IOException {
    return poller.poll(timeoutNanos, this);
  }

  /** Tells the owners of what has ended, by the holder of the turn. */
  void tellEnded() {
    for (int i = 0; i < ended.size(); i++) {
      driver.collect(ended.get(i).owner().ended());
    }
    ended.clear();
  }
}
