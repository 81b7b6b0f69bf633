package dev.weft.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProcStatTest {

  private static final long SELF = ProcessHandle.current().pid();

  @Test
  void cpuSeconds_ofThisProcess_isAboutWhatTheJvmSays() throws IOException {
    double said = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;

    assertThat(ProcStat.cpuSeconds(SELF)).isBetween(said - 0.1, said + 5);
  }

  @Test
  void peakRssKb_ofThisProcess_isMoreThanItsHeapInUse() throws IOException {
    long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();

    assertThat(ProcStat.peakRssKb(SELF)).isGreaterThan(used / 1024);
  }

  @Test
  void cpuSeconds_noSuchProcess_fails() {
    assertThatIOException().isThrownBy(() -> ProcStat.cpuSeconds(Integer.MAX_VALUE));
  }

  @Test
  void compilerSeconds_ofThisProcess_isPartOfItsTime() throws IOException {
    double compiling = ProcStat.compilerSeconds(SELF);

    assertThat(compiling).isPositive().isLessThan(ProcStat.cpuSeconds(SELF));
  }

  @Test
  void compilerSeconds_programWithoutCompiler_isZero() throws IOException {
    Process sleeper = new ProcessBuilder("sh", "-c", "read end").start();
    try {
      assertThat(ProcStat.compilerSeconds(sleeper.pid())).isZero();
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void openFilesLimit_isTheSoftOne() throws IOException {
    assertThat(
            ProcStat.openFilesLimit(
                List.of(
                    "Limit                     Soft Limit           Hard Limit           Units     ",
                    "Max open files            1024                 524288               files     ")))
        .isEqualTo(1024);
    assertThat(ProcStat.openFilesLimit(List.of("Max open files unlimited unlimited files")))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(ProcStat.openFilesLimit()).isPositive();
  }
}
