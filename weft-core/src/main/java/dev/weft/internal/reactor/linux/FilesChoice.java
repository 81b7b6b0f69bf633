package dev.weft.internal.reactor.linux;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a provider's drivers can do with files; found out once. */
final class FilesChoice {

  /*
   * Nothing native is touched before prepare(): linking the first call costs the JVM some 100 ms, which
   * neither a program that reads three files should pay, nor a worker while others wait for it.
   *
   * A kernel, or a filter of its calls, may refuse any of them. What is tried out here is what files are
   * read by; the others are as old as files.
   */

  private final Kernel kernel;
  private final boolean rings;
  private final Consumer<@Nullable String> chosen;
  private volatile boolean ready;
  private boolean prepared;

  /**
   * @param rings whether the drivers have rings that may take requests
   * @param chosen is told why they don't take them, or {@code null} if they do
   */
  FilesChoice(Kernel kernel, boolean rings, Consumer<@Nullable String> chosen) {
    this.kernel = kernel;
    this.rings = rings;
    this.chosen = chosen;
  }

  /** Finds out; the first time, this takes a while. */
  synchronized void prepare() {
    if (prepared) {
      return;
    }
    prepared = true;
    try {
      int refusal = FileNow.refusal(kernel);
      if (refusal == 0) {
        ready = true;
      } else {
        chosen.accept("a call to read files at once is refused: " + Errno.text(refusal));
      }
    } catch (IllegalCallerException forbidden) {
      chosen.accept(forbidden.getMessage());
    }
  }

  boolean isReady() {
    return ready;
  }

  boolean hasRings() {
    return rings;
  }

  void chosen(@Nullable String missing) {
    chosen.accept(missing);
  }

  Kernel kernel() {
    return kernel;
  }
}
