package dev.weft.internal.reactor.linux;

/** What a socket can do, and what it waits for. */
enum SocketKind {
  TCP_LISTENER(true, false, false),
  TCP_STREAM(true, true, false),
  UDP_4(true, false, true),
  UDP_6(true, false, true),
  UNIX_LISTENER(false, false, false),
  UNIX_STREAM(false, true, false),
  UNIX_PACKETS(false, false, true);

  private final boolean inet;
  private final boolean stream;
  private final boolean packets;

  SocketKind(boolean inet, boolean stream, boolean packets) {
    this.inet = inet;
    this.stream = stream;
    this.packets = packets;
  }

  /** Whether its addresses are of IP. */
  boolean isInet() {
    return inet;
  }

  /** Whether bytes are received by it. */
  boolean isStream() {
    return stream;
  }

  boolean isTcp() {
    return inet && !packets;
  }

  boolean isUdp() {
    return inet && packets;
  }

  /** The events that a ring watches for; what a stream receives comes by itself. */
  int pollEvents() {
    return packets ? Poller.IN | Poller.OUT : stream ? Poller.OUT : Poller.IN;
  }
}
