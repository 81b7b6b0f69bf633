package dev.weft.internal.reactor.linux;

import dev.weft.Waker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * A reader of a socket whose events are told once: whoever waits while bytes are there is woken.
 * Bytes arrive, and the system notes an event, which the holder of the turn comes upon later.
 */
public class ReadinessModel {

  private static final int OFFERED = 2;

  private final Readiness readiness = new Readiness();
  private final AtomicInteger bytes = new AtomicInteger();
  private final AtomicBoolean event = new AtomicBoolean();
  private volatile boolean woken;
  private boolean waiting;
  private final Waker waker = () -> woken = true;

  @Operation
  public void arrive() {
    bytes.incrementAndGet();
    event.set(true);
  }

  @Operation(nonParallelGroup = "turn")
  public void turn() {
    if (event.getAndSet(false)) {
      Waker whom = readiness.open();
      if (whom != null) {
        whom.wake();
      }
    }
  }

  @Operation(nonParallelGroup = "reader")
  public void read() {
    woken = false;
    waiting = false;
    while (readiness.mayTry(waker)) {
      int before = readiness.tick();
      int count = receive();
      if (count > 0) {
        if (count < OFFERED) {
          readiness.drained(before);
        }
        return;
      }
      if (readiness.block(waker, before)) {
        break;
      }
    }
    waiting = true;
  }

  @Operation(nonParallelGroup = "reader")
  public void cancel() {
    readiness.forget();
    waiting = false;
  }

  private int receive() {
    int there = bytes.get();
    while (!bytes.compareAndSet(there, Math.max(0, there - OFFERED))) {
      there = bytes.get();
    }
    return Math.min(there, OFFERED);
  }

  @Validate
  public void atRest() {
    while (!waiting) {
      read();
    }
    turn();
    if (bytes.get() > 0 && !woken) {
      throw new AssertionError("bytes are there, and the reader waits for ever");
    }
  }
}
