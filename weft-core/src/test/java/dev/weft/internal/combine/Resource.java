package dev.weft.internal.combine;

import java.io.IOException;

/** Something that must not get lost. */
final class Resource implements AutoCloseable {

  private final IOException failure;
  int closes;

  Resource() {
    this(null);
  }

  Resource(IOException failure) {
    this.failure = failure;
  }

  @Override
  public void close() throws IOException {
    closes++;
    if (failure != null) {
      throw failure;
    }
  }
}
