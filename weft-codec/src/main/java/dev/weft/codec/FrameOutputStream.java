package dev.weft.codec;

import java.io.OutputStream;

/** Appends to a frame buffer. */
final class FrameOutputStream extends OutputStream {

  private final FrameBuffer target;

  FrameOutputStream(FrameBuffer target) {
    this.target = target;
  }

  @Override
  public void write(int value) throws FrameTooLargeException {
    target.put(value);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws FrameTooLargeException {
    target.put(source, offset, length);
  }
}
