package dev.weft.cli;

/** Port numbers. */
final class Ports {

  /** Where the KV server listens unless told otherwise. */
  static final int DEFAULT = 9527;

  static final int MAX = 65_535;

  private Ports() {}
}
