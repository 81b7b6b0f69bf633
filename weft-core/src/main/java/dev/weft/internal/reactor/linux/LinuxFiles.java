package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileDriver;
import dev.weft.spi.FileRequest;
import java.io.IOException;
import java.nio.file.Path;

/** A driver's operations on files, by its io_uring. */
final class LinuxFiles implements FileDriver {

  private static final int FROM_BEGINNING = 0;
  private static final int FROM_POSITION = 1;
  private static final int FROM_END = 2;

  private final Kernel kernel;
  private final LinuxDriver driver;
  private final RingFiles files;

  LinuxFiles(Kernel kernel, LinuxDriver driver, RingFiles files) {
    this.kernel = kernel;
    this.driver = driver;
    this.files = files;
  }

  @Override
  public boolean submit(FileRequest request) {
    return driver.order(() -> files.submit(request));
  }

  @Override
  public void cancel(FileRequest request) {
    boolean _ = driver.order(() -> files.cancel(request));
  }

  @Override
  public void run(FileRequest request) {
    FileOnce.run(kernel, request);
  }

  @Override
  public long position(int file) {
    return kernel.seek(file, 0, FROM_POSITION);
  }

  @Override
  public long moveTo(int file, long position) {
    return kernel.seek(file, position, FROM_BEGINNING);
  }

  @Override
  public long moveToEnd(int file) {
    return kernel.seek(file, 0, FROM_END);
  }

  @Override
  public int resize(int file, long size) {
    return kernel.truncate(file, size);
  }

  @Override
  public void close(int file) {
    kernel.close(file);
  }

  @Override
  public IOException failure(Path path, int error) {
    return FileCalls.failure(path, error);
  }
}
