package dev.weft.internal.timer;

/** The timer queue that is a heap. */
public class HeapModel extends TimerQueueModel {

  public HeapModel() {
    super(new HeapTimerQueue(() -> {}));
  }
}
