package dev.weft.bench.echo;

/** What is sent to the servers. */
final class Messages {

  private static final int PERIOD = 251; // no power of two, so that a shift by a buffer would show

  private Messages() {}

  static byte[] of(int bytes) {
    byte[] message = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      message[i] = (byte) (i % PERIOD);
    }
    return message;
  }
}
