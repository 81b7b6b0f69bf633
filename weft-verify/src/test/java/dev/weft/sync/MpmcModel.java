package dev.weft.sync;

/** Room for one message. */
public class MpmcModel extends SharedModel {

  public MpmcModel() {
    super(1);
  }
}
