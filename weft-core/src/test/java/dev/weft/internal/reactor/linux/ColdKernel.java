package dev.weft.internal.reactor.linux;

/** A kernel in whose cache nothing is. */
final class ColdKernel extends ForwardingKernel {

  ColdKernel(Kernel real) {
    super(real);
  }

  @Override
  public int openFile2(long pathAddress, long howAddress) {
    return -Errno.EAGAIN;
  }

  @Override
  public long readFile2(int fd, long vectorAddress, long position, int flags) {
    return -Errno.EAGAIN;
  }
}
