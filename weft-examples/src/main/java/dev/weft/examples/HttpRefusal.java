package dev.weft.examples;

/** A request that isn't fulfilled, with the answer that says why. */
final class HttpRefusal extends Exception {

  private static final long serialVersionUID = 1;

  private final transient HttpReply reply;

  HttpRefusal(int status, String why) {
    this(HttpReply.text(status, why));
  }

  HttpRefusal(HttpReply reply) {
    super(reply.toString());
    this.reply = reply;
  }

  HttpReply reply() {
    return reply;
  }
}
