package dev.weft.kv.command;

/** The requester's fault, to be answered with 400. */
final class InvalidRequestException extends Exception {

  private static final long serialVersionUID = 1L;

  InvalidRequestException(String reason) {
    super(reason);
  }
}
