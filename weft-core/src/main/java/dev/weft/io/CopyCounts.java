package dev.weft.io;

/**
 * What {@link Io#copyBidirectional} has copied.
 *
 * @param toSecond bytes from the first connection to the second
 * @param toFirst bytes from the second connection to the first
 */
public record CopyCounts(long toSecond, long toFirst) {}
