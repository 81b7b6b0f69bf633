package dev.weft.kv.store.log;

import dev.weft.Weft;
import dev.weft.kv.store.ForceListener;
import java.lang.System.Logger.Level;

/** What follows from the course of the log besides the log itself. */
final class Background implements LogWriter.Listener {

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final Weft weft;
  private final Spare spare;
  private final Snapshots snapshots;
  private final Counters counters;
  private final ForceListener onForce;

  Background(
      Weft weft, Spare spare, Snapshots snapshots, Counters counters, ForceListener onForce) {
    this.weft = weft;
    this.spare = spare;
    this.snapshots = snapshots;
    this.counters = counters;
    this.onForce = onForce;
  }

  @Override
  public void onSegment(long first) {
    snapshots.onSegment(first);
  }

  @Override
  public void onHalfFull() {
    if (spare.want()) {
      var _ =
          weft.spawnBlocking(
                  () -> {
                    spare.prepare();
                    return true;
                  })
              .detach();
    }
  }

  @Override
  public void onForce(long records, long nanos) {
    counters.forced(nanos);
    try {
      onForce.onForce(records, nanos);
    } catch (RuntimeException failure) {
      LOG.log(Level.ERROR, "The listener of forces threw.", failure);
    }
  }
}
