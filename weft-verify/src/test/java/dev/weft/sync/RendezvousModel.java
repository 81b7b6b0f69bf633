package dev.weft.sync;

/** No room. */
public class RendezvousModel extends SharedModel {

  public RendezvousModel() {
    super(0);
  }
}
