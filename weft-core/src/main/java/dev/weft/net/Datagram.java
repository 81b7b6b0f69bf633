package dev.weft.net;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A datagram that was received, or for {@link UdpSocket#sendMany} one to send.
 *
 * @param sender who sent it; of one to send, who is to get it
 * @param data what it carries, from the buffer's position to its limit; of one that was received,
 *     the receiver's own
 */
public record Datagram(InetSocketAddress sender, ByteBuffer data) {

  /** Checks that nothing is missing. */
  public Datagram {
    Objects.requireNonNull(sender, "sender");
    Objects.requireNonNull(data, "data");
  }
}
