package dev.weft.internal.combine;

/** Something that must not get lost. */
final class Resource implements AutoCloseable {

  private final Exception failure;
  int closes;

  Resource() {
    this(null);
  }

  Resource(Exception failure) {
    this.failure = failure;
  }

  @Override
  public void close() throws Exception {
    closes++;
    if (failure != null) {
      throw failure;
    }
  }
}
