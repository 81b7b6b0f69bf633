package dev.weft.internal.reactor.linux;

/** The kernel that the tests run on. */
final class Kernels {

  private Kernels() {}

  static Kernel real() {
    return new SystemKernel(Abi.of(System.getProperty("os.name"), System.getProperty("os.arch")));
  }
}
