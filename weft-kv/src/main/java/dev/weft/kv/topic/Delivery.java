package dev.weft.kv.command;

import dev.weft.kv.proto.CommandResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of several responses to a request. One that goes to many receivers is encoded once, and all
 * of them share the bytes.
 *
 * <p><em>Threads:</em> immutable, as long as nobody changes the frame.
 */
public final class Delivery {

  private final CommandResponse response;
  private final byte @Nullable [] frame;

  private Delivery(CommandResponse response, byte @Nullable [] frame) {
    this.response = Objects.requireNonNull(response, "response");
    this.frame = frame;
  }

  /**
   * A response that is encoded when it is sent.
   *
   * @param response what is sent
   * @return the delivery
   */
  public static Delivery of(CommandResponse response) {
    return new Delivery(response, null);
  }

  /**
   * A response with its frame.
   *
   * @param response what is sent
   * @param frame the same as bytes, header included; not copied
   * @return the delivery
   */
  public static Delivery encoded(CommandResponse response, byte[] frame) {
    return new Delivery(response, Objects.requireNonNull(frame, "frame"));
  }

  /**
   * What is sent.
   *
   * @return the response
   */
  public CommandResponse response() {
    return response;
  }

  /**
   * The response as bytes.
   *
   * @return the whole frame, not a copy; {@code null} if it isn't encoded yet
   */
  public byte @Nullable [] frame() {
    return frame;
  }

  /**
   * What it takes while it waits.
   *
   * @return bytes of the message and of its frame
   */
  public long bytes() {
    return response.getSerializedSize() + (frame == null ? 0L : frame.length);
  }
}
