package dev.weft.internal.reactor.linux;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What works on this system and JVM. */
public final class SystemNativeSupport implements NativeSupport {

  private final String os = System.getProperty("os.name", "");
  private final String processor = System.getProperty("os.arch", "");

  /** Asks this JVM for its system's name. */
  public SystemNativeSupport() {}

  @Override
  public @Nullable Abi abi() {
    return Abi.of(os, processor);
  }

  @Override
  public String system() {
    return os + " on " + processor;
  }

  @Override
  public boolean isAccessEnabled() {
    return SystemNativeSupport.class.getModule().isNativeAccessEnabled();
  }

  @Override
  public void probeEpoll(Abi abi) throws IOException {
    EpollPoller.probe(SystemKernel.of(abi));
  }

  @Override
  public void probeRing(Abi abi) throws IOException {
    RingPoller.probe(SystemKernel.of(abi));
  }
}
