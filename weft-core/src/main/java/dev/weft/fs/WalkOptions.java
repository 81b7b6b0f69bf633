package dev.weft.fs;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How to walk a tree: how deep, and what to do about links and failures. Immutable.
 *
 * {@snippet class="dev.weft.snippets.FileSnippets" region="walkOptions"}
 */
public final class WalkOptions {

  private static final WalkOptions DEFAULTS = new WalkOptions(Integer.MAX_VALUE, false, null);

  private final int maxDepth;
  private final boolean followLinks;
  private final @Nullable Consumer<? super IOException> onFailure;

  private WalkOptions(
      int maxDepth, boolean followLinks, @Nullable Consumer<? super IOException> onFailure) {
    this.maxDepth = maxDepth;
    this.followLinks = followLinks;
    this.onFailure = onFailure;
  }

  /**
   * All the way down, links not followed, the first failure ends the walk.
   *
   * @return these options
   */
  public static WalkOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Goes only so deep.
   *
   * @param depth 0 for the root alone, 1 for its entries as well, and so on
   * @return options with that
   */
  public WalkOptions maxDepth(int depth) {
    if (depth < 0) {
      throw new IllegalArgumentException("maxDepth is " + depth + "; accepted is 0 or more.");
    }
    return new WalkOptions(depth, followLinks, onFailure);
  }

  /**
   * Follows symbolic links, and gives the metadata of what they lead to. A link that leads nowhere
   * is an entry of its own. One that leads to a directory above it is a {@link
   * java.nio.file.FileSystemLoopException}.
   *
   * @return options with that
   */
  public WalkOptions followLinks() {
    return new WalkOptions(maxDepth, true, onFailure);
  }

  /**
   * Passes over what can't be read, instead of ending the walk; only a root that can't be read
   * still ends it.
   *
   * @param handler told of each failure, on a thread of the blocking pool; may not throw
   * @return options with that
   */
  public WalkOptions onFailure(Consumer<? super IOException> handler) {
    return new WalkOptions(maxDepth, followLinks, Objects.requireNonNull(handler, "handler"));
  }

  int depthLimit() {
    return maxDepth;
  }

  boolean followsLinks() {
    return followLinks;
  }

  /** Passes over a failure, or throws it. */
  void handle(IOException failure) throws IOException {
    if (onFailure == null) {
      throw failure;
    }
    onFailure.accept(failure);
  }
}
