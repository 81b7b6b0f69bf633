package dev.weft.bench.compare.model;

/** A server that sends back what arrives, until the process ends. */
@FunctionalInterface
public interface Echo {

  /**
   * Begins to serve.
   *
   * @return the port
   * @throws Exception if that can't be done
   */
  int listen() throws Exception;
}
