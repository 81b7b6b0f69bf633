package dev.weft.internal.timer;

/** The timer queue that is a wheel. */
public class WheelModel extends TimerQueueModel {

  public WheelModel() {
    super(new WheelTimerQueue(0, () -> {}));
  }
}
