package dev.weft.net;

import dev.weft.Context;
import dev.weft.spi.StreamSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A connection on which nothing happens; it can be broken, so that setting it up fails. */
final class IdleStream implements StreamSocket {

  final List<SocketOption<?>> options = new ArrayList<>();
  boolean broken;
  boolean closed;

  @Override
  public boolean finishConnect(Context cx) {
    return true;
  }

  @Override
  public int read(ByteBuffer target, Context cx) {
    return PENDING;
  }

  @Override
  public int write(ByteBuffer source, Context cx) {
    return PENDING;
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length, Context cx) {
    return PENDING;
  }

  @Override
  public void cancelRead() {}

  @Override
  public void cancelWrite() {}

  @Override
  public void shutdownOutput() {}

  @Override
  public InetSocketAddress localAddress() {
    return new InetSocketAddress("192.0.2.1", 9527);
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return new InetSocketAddress("192.0.2.2", 4000);
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    if (broken) {
      throw new SocketException("Invalid argument");
    }
    options.add(option);
  }

  @Override
  public <T> T option(SocketOption<T> option) {
    throw new UnsupportedOperationException(option.name());
  }

  @Override
  public void close() {
    closed = true;
  }
}
