package dev.weft.kv.server;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import dev.weft.kv.internal.Composite;
import dev.weft.kv.server.ClosingLog.Kind;
import dev.weft.spi.Clock;
import dev.weft.spi.TaskContext;
import dev.weft.sync.AsyncSemaphore;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** An accepted connection with its place among those that are served at once. */
final class Seat extends Composite<Void> {

  private static final System.Logger LOG = System.getLogger("dev.weft.kv");

  private final RawFuture<Void> served;
  private final AsyncSemaphore.Permit place;
  private final Object peer;
  private final ClosingLog closings;
  private final @Nullable ServerMetrics metrics;

  Seat(
      Future<Void> served,
      AsyncSemaphore.Permit place,
      Object peer,
      ClosingLog closings,
      @Nullable ServerMetrics metrics) {
    this.served = RawFuture.own(served);
    this.place = place;
    this.peer = peer;
    this.closings = closings;
    this.metrics = metrics;
    if (metrics != null) {
      metrics.accepted();
    }
  }

  @Override
  protected @Nullable Object advance(Context cx) {
    try {
      if (served.pollRaw(cx) == PENDING) {
        return PENDING;
      }
    } catch (IOException | TimeoutException broken) {
      LOG.log(Level.DEBUG, () -> peer + " is gone: " + broken);
      if (metrics != null) {
        metrics.refused();
      }
    } catch (Exception failure) {
      Clock clock = TaskContext.services(cx).clock();
      closings.write(Kind.FAILURE, clock, () -> peer + " was closed by a failure", failure);
    } catch (Error over) {
      leave();
      throw over;
    }
    leave();
    return null;
  }

  @Override
  protected boolean stop() {
    if (!served.cancel()) {
      return false;
    }
    leave();
    return true;
  }

  private void leave() {
    place.close();
    if (metrics != null) {
      metrics.closed();
    }
  }
}
