package dev.weft.internal.scheduler;

import dev.weft.spi.Driver;
import org.jspecify.annotations.Nullable;

/** Ends the sleep of whoever sleeps in a driver's turn, if anybody does. Any thread may run it. */
final class SleeperCall implements Runnable {

  private final Driver driver;
  private volatile @Nullable Parker sleeper; // written by who has the turn

  SleeperCall(Driver driver) {
    this.driver = driver;
  }

  Driver driver() {
    return driver;
  }

  /** Says who sleeps from now on, or that nobody does. */
  void sleeps(@Nullable Parker parker) {
    sleeper = parker;
  }

  @Override
  public void run() {
    Parker parker = sleeper;
    if (parker != null) {
      parker.unpark(driver);
    }
  }
}
