package dev.weft.internal.timer;

/** The timer queue that is a tree. */
public class TreeModel extends TimerQueueModel {

  public TreeModel() {
    super(new TreeTimerQueue(() -> {}));
  }
}
