package dev.weft.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * JSON lines, also known as NDJSON: one JSON text a line, in UTF-8. What the texts mean is up to
 * two functions, so any JSON library will do; this class has none of its own. Lines that are blank
 * are skipped, and the last line needs no line feed.
 *
 * <p>A line that is too long, or that the reader doesn't understand, fails once with its number;
 * decoding then goes on with the line after it. Whatever the reader throws that is an {@link
 * IOException} or a {@link RuntimeException} is the cause of a {@link FrameException} then:
 * libraries use both.
 *
 * <p><em>Threads:</em> one connection each: it counts lines and remembers how far it has searched.
 *
 * {@snippet class="dev.weft.codec.snippets.JsonSnippets" region="json"}
 *
 * @param <D> type of the items that come in
 * @param <E> type of the items that go out
 */
public final class JsonLinesCodec<D, E> implements Codec<D, E> {

  /** The longest line unless set: 1 MiB. */
  public static final int DEFAULT_MAX_LENGTH = 1 << 20;

  private final FrameMapper<? super byte[], ? extends D> reader;
  private final FrameMapper<? super E, byte[]> writer;
  private final int maxLength;
  private final DelimiterScanner scanner;
  private long line = 1; // the one that is being read

  private JsonLinesCodec(
      FrameMapper<? super byte[], ? extends D> reader,
      FrameMapper<? super E, byte[]> writer,
      int maxLength) {
    this.reader = reader;
    this.writer = writer;
    this.maxLength = maxLength;
    scanner = new DelimiterScanner(new Delimiters(new byte[] {'\n'}), maxLength, this::place);
  }

  /**
   * Lines of up to 1 MiB.
   *
   * @param reader makes an item of a JSON text, which may have white space around it
   * @param writer makes a JSON text without a line feed
   * @param <D> type of the items that come in
   * @param <E> type of the items that go out
   * @return the codec
   */
  public static <D, E> JsonLinesCodec<D, E> of(
      FrameMapper<? super byte[], ? extends D> reader, FrameMapper<? super E, byte[]> writer) {
    return new JsonLinesCodec<>(
        Objects.requireNonNull(reader, "reader"),
        Objects.requireNonNull(writer, "writer"),
        DEFAULT_MAX_LENGTH);
  }

  /**
   * With another cap of a line.
   *
   * @param bytes without the line feed, from 1 to 2<sup>29</sup>
   * @return a new codec, without this one's state
   */
  public JsonLinesCodec<D, E> withMaxLength(int bytes) {
    return new JsonLinesCodec<>(
        reader, writer, Checks.inRange(1, Checks.MAX_BYTES / 2, bytes, "maxLength"));
  }

  @Override
  public @Nullable D decode(ByteBuffer in) throws FrameException {
    return firstItem(in, false);
  }

  @Override
  public @Nullable D decodeEof(ByteBuffer in) throws FrameException {
    return firstItem(in, true);
  }

  private @Nullable D firstItem(ByteBuffer in, boolean ended) throws FrameException {
    while (true) {
      byte[] text;
      try {
        text = ended ? scanner.last(in) : scanner.next(in);
      } catch (FrameTooLargeException tooLong) {
        line++;
        throw tooLong;
      }
      if (text == null) {
        return null;
      }
      if (isBlank(text)) {
        line++;
      } else {
        return item(text);
      }
    }
  }

  private D item(byte[] text) throws FrameException {
    try {
      return Objects.requireNonNull(reader.map(text), "it became null, as the text null does");
    } catch (StackOverflowError deep) { // the sender's doing, and a matter of this line alone
      throw new FrameException(
          place() + " of " + text.length + " bytes is nested deeper than its reader can follow.",
          deep);
    } catch (IOException | RuntimeException invalid) {
      throw new FrameException(
          place() + " of " + text.length + " bytes is no valid item: " + invalid.getMessage(),
          invalid);
    } finally {
      line++;
    }
  }

  private String place() {
    return "JSON line " + line;
  }

  @Override
  public int maxBytes() {
    return scanner.maxBytes();
  }

  @Override
  public boolean resumesAfter(IOException failure) {
    return failure instanceof FrameException;
  }

  /**
   * Appends the item's JSON text and a line feed.
   *
   * @throws FrameTooLargeException if the line is too long
   * @throws FrameException if the writer made more than one line, or none
   * @throws IOException if the writer fails
   */
  @Override
  public void encode(E item, FrameBuffer target) throws IOException {
    byte[] text = writer.map(item);
    if (text.length > maxLength) {
      throw new FrameTooLargeException("The JSON line to send", text.length, maxLength);
    }
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '\n') {
        throw new FrameException(
            "The JSON text to send has a line feed at byte "
                + i
                + "; accepted is a text on one line, so turn pretty printing off.");
      }
    }
    if (isBlank(text)) {
      throw new FrameException(
          "The JSON text to send is \""
              + new String(text, StandardCharsets.UTF_8)
              + "\", a blank line, which readers skip; accepted is a JSON value.");
    }
    target.put(text);
    target.put('\n');
  }

  private static boolean isBlank(byte[] text) {
    for (byte each : text) {
      if (each != ' ' && each != '\t' && each != '\r' && each != '\n') {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return "JsonLinesCodec[maxLength=" + maxLength + "]";
  }
}
