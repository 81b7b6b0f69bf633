package dev.weft.everypoll;

/** Something that a leaf hands out and that must not get lost. */
public class Res implements AutoCloseable {

  private final Run run;
  private final String name;
  private boolean mustBeFound;
  public int delivered;
  int closes;
  int kept; // how often it was found where it was before

  Res(Run run, String name, boolean byLeaf) {
    this.run = run;
    this.name = name;
    mustBeFound = byLeaf;
  }

  @Override
  public void close() {
    closed();
  }

  /** Says that the scenario's code has given it away: from now on somebody has to have it. */
  public final void givenAway() {
    mustBeFound = true;
  }

  final void closed() {
    closes++;
    run.log(name + " closed");
  }

  /** What is wrong with its fate; null if nothing is. */
  final String fault() {
    int fates = delivered + closes + kept;
    boolean good = mustBeFound ? fates == 1 : fates <= 1;
    return good
        ? null
        : name + " was delivered " + delivered + ", closed " + closes + ", kept " + kept + " times";
  }

  @Override
  public String toString() {
    return name;
  }
}
