package dev.weft;

/**
 * Thrown at an {@code await} when the block that awaits is cancelled.
 *
 * <p>It always means <em>I am cancelled</em>, never "what I waited for was cancelled". It is an
 * {@link Error}, so that {@code catch (Exception e)} doesn't swallow it; let it pass, or rethrow it
 * after cleaning up. Each delivery is a new instance. {@code finally} blocks, {@code catch} blocks
 * and closes run and may await; a second request changes nothing, until the grace period of the
 * runtime is over.
 */
public final class Cancellation extends Error {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a cancellation, normally by the runtime.
   *
   * @param message what was cancelled
   */
  public Cancellation(String message) {
    super(message);
  }
}
