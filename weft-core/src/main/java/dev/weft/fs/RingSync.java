package dev.weft.fs;

/** Puts an open file on the disk. */
final class RingSync extends RingFileOp<Void> {

  private final boolean metadata;

  RingSync(RingFile file, boolean metadata) {
    super("sync", file);
    this.metadata = metadata;
  }

  @Override
  boolean start(int descriptor) {
    request().sync(descriptor, metadata);
    return true;
  }

  @Override
  boolean step(int descriptor, int result) {
    return false;
  }
}
