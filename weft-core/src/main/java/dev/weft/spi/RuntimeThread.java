package dev.weft.spi;

import org.jspecify.annotations.Nullable;

/**
 * A platform thread of a runtime. It carries the place where it polls, which is found faster here
 * than in a thread-local.
 */
public final class RuntimeThread extends Thread {

  // Stackful blocks run on it, deep call chains included. Only what is used takes memory.
  private static final long STACK_BYTES = 4 << 20;

  private @Nullable Object site; // read and written by this thread alone
  private volatile boolean held; // written by this thread alone

  /**
   * Makes a daemon thread that hasn't been started.
   *
   * @param name its name
   * @param body what it runs
   */
  public RuntimeThread(String name, Runnable body) {
    super(null, body, name, STACK_BYTES);
    setDaemon(true);
  }

  /**
   * Where this thread polls. Only for the thread itself.
   *
   * @return the runtime's own object, or {@code null}
   */
  public @Nullable Object site() {
    return site;
  }

  /**
   * Sets where this thread polls. Only for the thread itself.
   *
   * @param site the runtime's own object, or {@code null}
   */
  public void setSite(@Nullable Object site) {
    this.site = site;
  }

  /**
   * Whether this thread is in a call that may last for ever and that nothing ends, such as the open
   * of a pipe without another end.
   *
   * @return true if the end of the runtime isn't to wait for it
   */
  public boolean isHeld() {
    return held;
  }

  /**
   * Says whether this thread is in such a call. Only for the thread itself.
   *
   * @param held true before the call, false after it
   */
  public void setHeld(boolean held) {
    this.held = held;
  }
}
