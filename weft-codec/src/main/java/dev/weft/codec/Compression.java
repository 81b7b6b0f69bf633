package dev.weft.codec;

import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import java.util.Objects;
import java.util.zip.Deflater;

/**
 * A compressed format, and the layers that read and write it over any byte stream. All three
 * compress in the same way; they differ in what is around it.
 *
 * {@snippet class="dev.weft.codec.snippets.CompressionSnippets" region="echo"}
 */
public enum Compression {
  /**
   * RFC 1952: a header, a checksum and a length; files, HTTP's {@code gzip}. Several members one
   * behind the other are read as one input.
   */
  GZIP,
  /** RFC 1950: two bytes of header and a checksum; HTTP's {@code deflate}. */
  ZLIB,
  /** RFC 1951: nothing around it, and so no check of what arrives. */
  DEFLATE;

  /** The fastest level; higher ones take longer and compress better. */
  public static final int FASTEST = Deflater.BEST_SPEED;

  /** The level that compresses best. */
  public static final int SMALLEST = Deflater.BEST_COMPRESSION;

  /** The usual level, a compromise. */
  public static final int DEFAULT_LEVEL = Deflater.DEFAULT_COMPRESSION;

  /**
   * Inflates a source, without limits.
   *
   * @param source where the compressed bytes come from
   * @return what they inflate to
   */
  public InflatingRead reader(AsyncRead source) {
    return reader(source, InflateLimits.NONE);
  }

  /**
   * Inflates a source.
   *
   * @param source where the compressed bytes come from
   * @param limits of what they inflate to
   * @return what they inflate to
   */
  public InflatingRead reader(AsyncRead source, InflateLimits limits) {
    return new InflatingRead(
        Objects.requireNonNull(source, "source"),
        new Inflation(this, Objects.requireNonNull(limits, "limits")));
  }

  /**
   * Compresses into a target, with the usual level.
   *
   * @param target where the compressed bytes go
   * @return takes what is to be compressed
   */
  public DeflatingWrite writer(AsyncWrite target) {
    return writer(target, DEFAULT_LEVEL);
  }

  /**
   * Compresses into a target.
   *
   * @param target where the compressed bytes go
   * @param level from 0, none, and {@link #FASTEST} to {@link #SMALLEST}, or {@link #DEFAULT_LEVEL}
   * @return takes what is to be compressed
   */
  public DeflatingWrite writer(AsyncWrite target, int level) {
    return new DeflatingWrite(
        Objects.requireNonNull(target, "target"),
        new Deflation(this, Checks.inRange(DEFAULT_LEVEL, SMALLEST, level, "level")));
  }

  /**
   * Compresses a byte stream in both directions, with the usual level and without limits.
   *
   * @param io the byte stream
   * @param <S> type of the byte stream
   * @return the same, inflated and to be compressed
   */
  public <S extends AsyncRead & AsyncWrite> CompressedStream over(S io) {
    return over(io, DEFAULT_LEVEL, InflateLimits.NONE);
  }

  /**
   * Compresses a byte stream in both directions.
   *
   * @param io the byte stream
   * @param level as for {@link #writer(AsyncWrite, int)}
   * @param limits of what comes in
   * @param <S> type of the byte stream
   * @return the same, inflated and to be compressed
   */
  public <S extends AsyncRead & AsyncWrite> CompressedStream over(
      S io, int level, InflateLimits limits) {
    return new CompressedStream(reader(io, limits), writer(io, level), io);
  }
}
