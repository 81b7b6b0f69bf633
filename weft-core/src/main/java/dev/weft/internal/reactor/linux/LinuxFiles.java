package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileDriver;
import dev.weft.spi.FileRequest;
import java.io.IOException;
import java.nio.file.Path;

/** A driver's operations on files: by its io_uring where it has one, else by plain calls. */
final class LinuxFiles implements FileDriver {

  private static final int FROM_BEGINNING = 0;
  private static final int FROM_POSITION = 1;
  private static final int FROM_END = 2;

  private final Kernel kernel;
  private final LinuxDriver driver;

  LinuxFiles(Kernel kernel, LinuxDriver driver) {
    this.kernel = kernel;
    this.driver = driver;
  }

  @Override
  public boolean attempt(FileRequest request) {
    return FileNow.attempt(kernel, request);
  }

  @Override
  public void settle(int file) {
    kernel.setFileFlags(file, 0);
  }

  @Override
  public boolean takesRequests() {
    return driver.ringFiles() != null;
  }

  @Override
  public boolean submit(FileRequest request) {
    RingFiles ring = driver.ringFiles();
    return ring != null && driver.order(() -> ring.submit(request));
  }

  @Override
  public void cancel(FileRequest request) {
    RingFiles ring = driver.ringFiles();
    boolean _ = ring != null && driver.order(() -> ring.cancel(request));
  }

  @Override
  public void run(FileRequest request) {
    FilePlain.run(kernel, request);
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
