package dev.weft.fs;

/** Asks for the size of an open file. */
final class RingInquiry extends RingFileOp<Long> {

  RingInquiry(RingFile file) {
    super("size", file);
  }

  @Override
  boolean isAttempted() {
    return file().endsByItself();
  }

  @Override
  boolean start(int descriptor) {
    request().status(descriptor);
    return true;
  }

  @Override
  boolean step(int descriptor, int result) {
    value(request().size());
    return false;
  }
}
