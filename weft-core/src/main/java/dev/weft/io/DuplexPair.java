package dev.weft.io;

/**
 * Two connected ends; see {@link Io#duplex}.
 *
 * @param first one end
 * @param second the other end
 */
public record DuplexPair(DuplexStream first, DuplexStream second) {}
