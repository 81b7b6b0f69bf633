package dev.weft.net.tls;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;

/**
 * A program for a JVM of its own, since the limit of bytes for a key is read once from the security
 * properties: both sides write much at once, and ask each other for new keys all the time.
 */
final class KeyUpdateScene {

  private static final long AMOUNT = 6_000_000;

  private KeyUpdateScene() {}

  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.builder().workers(2).build()) {
      for (int capacity : new int[] {100, 20_000, 200_000}) {
        DuplexPair pair = Io.duplex(capacity);
        Link link =
            Link.over(
                weft, Certs.serverOptions(), Certs.clientOptions(), pair.first(), pair.second());
        JoinHandle<Long> there = weft.spawn(new Flow.Send(link.client(), AMOUNT, true, 1));
        JoinHandle<Long> back = weft.spawn(new Flow.Send(link.server(), AMOUNT, true, 2));
        JoinHandle<Long> one = weft.spawn(new Flow.Receive(link.server(), Long.MAX_VALUE, 3));
        JoinHandle<Long> two = weft.spawn(new Flow.Receive(link.client(), Long.MAX_VALUE, 4));
        long received = weft.blockOn(one) + weft.blockOn(two);
        weft.blockOn(there);
        weft.blockOn(back);
        System.out.println(
            "received "
                + received
                + ", idle "
                + (link.client().isIdle() && link.server().isIdle()));
      }
    }
  }
}
