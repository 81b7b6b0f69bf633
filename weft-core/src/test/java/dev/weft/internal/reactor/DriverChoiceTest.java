package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.internal.reactor.linux.Abi;
import dev.weft.internal.reactor.linux.NativeSupport;
import dev.weft.spi.DriverProvider;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DriverChoiceTest {

  private static final Abi LINUX = Abi.of("Linux", "amd64");

  private final FakeSupport support = new FakeSupport();
  private final DriverChoice choice = new DriverChoice(support, false);

  @Test
  void auto_withNativeAccess_takesEpollWithoutTouchingAnythingNative() {
    assertChoice(Weft.Driver.AUTO, Weft.Driver.EPOLL, "native access is enabled");
    assertThat(support.probes).isZero();
  }

  @Test
  void auto_withoutNativeAccess_takesNioAndSaysHowToGetMore() {
    support.accessEnabled = false;
    assertChoice(Weft.Driver.AUTO, Weft.Driver.NIO, "--enable-native-access");
    assertThat(support.probes).isZero();
  }

  @Test
  void auto_onAnUnknownSystem_takesNio() {
    support.abi = null;
    assertChoice(Weft.Driver.AUTO, Weft.Driver.NIO, "Plan 9 on mips");
    assertChoice(Weft.Driver.EPOLL, Weft.Driver.NIO, "Plan 9 on mips");
    assertChoice(Weft.Driver.IO_URING, Weft.Driver.NIO, "Plan 9 on mips");
  }

  @Test
  void named_whereItWorks_isTaken() {
    support.accessEnabled = false;
    assertChoice(Weft.Driver.NIO, Weft.Driver.NIO, "asked for");
    assertThat(support.probes).isZero();
    assertChoice(Weft.Driver.EPOLL, Weft.Driver.EPOLL, "asked for");
    assertChoice(Weft.Driver.IO_URING, Weft.Driver.IO_URING, "asked for");
  }

  @Test
  void ioUring_whereTheSystemForbidsIt_fallsBackToEpollWithTheReason() {
    support.ringProblem = new IOException("io_uring_setup: Operation not permitted");
    assertChoice(
        Weft.Driver.IO_URING, Weft.Driver.EPOLL, "io_uring_setup: Operation not permitted");
  }

  @Test
  void ioUring_whereNothingNativeWorks_fallsBackToNioWithTheReason() {
    support.ringProblem = new IOException("io_uring_setup: Function not implemented");
    support.epollProblem = new IOException("epoll_create1: Too many open files");
    assertChoice(Weft.Driver.IO_URING, Weft.Driver.NIO, "epoll_create1: Too many open files");
  }

  @Test
  void named_whereTheJvmForbidsNativeCalls_fallsBackToNio() {
    support.forbidden = true;
    assertChoice(Weft.Driver.EPOLL, Weft.Driver.NIO, "forbids native calls");
    assertChoice(Weft.Driver.IO_URING, Weft.Driver.NIO, "forbids native calls");
  }

  private void assertChoice(Weft.Driver wanted, Weft.Driver taken, String reason) {
    DriverProvider provider = choice.choose(wanted);
    assertThat(provider.kind()).isEqualTo(taken);
    assertThat(provider.reason()).contains(reason);
  }

  private static final class FakeSupport implements NativeSupport {
    Abi abi = LINUX;
    boolean accessEnabled = true;
    boolean forbidden;
    IOException ringProblem;
    IOException epollProblem;
    int probes;

    @Override
    public Abi abi() {
      return abi;
    }

    @Override
    public String system() {
      return "Plan 9 on mips";
    }

    @Override
    public boolean isAccessEnabled() {
      return accessEnabled;
    }

    @Override
    public void probeEpoll(Abi system) throws IOException {
      probe(epollProblem);
    }

    @Override
    public void probeRing(Abi system) throws IOException {
      probe(ringProblem);
    }

    private void probe(IOException problem) throws IOException {
      probes++;
      if (forbidden) {
        throw new IllegalCallerException("this JVM forbids native calls");
      }
      if (problem != null) {
        throw problem;
      }
    }
  }
}
