package dev.weft.net.tls;

import dev.weft.AsyncCloseable;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;

/**
 * What TLS runs over: three views of one stream.
 *
 * @param source what the peer sends
 * @param target what is sent to it
 * @param resource to be closed in the end; its text names the stream in messages
 */
record Transport(AsyncRead source, AsyncWrite target, AsyncCloseable resource) {
  @Override
  public String toString() {
    return resource.toString();
  }
}
