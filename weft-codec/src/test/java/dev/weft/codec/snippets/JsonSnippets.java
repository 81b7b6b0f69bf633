package dev.weft.codec.snippets;

import dev.weft.codec.JsonLinesCodec;
import tools.jackson.databind.json.JsonMapper;

/** JSON lines with a library. */
public final class JsonSnippets {

  private JsonSnippets() {}

  /** Events by way of Jackson. */
  public static JsonLinesCodec<Event, Event> events() {
    // @start region="json"
    JsonMapper mapper = JsonMapper.shared();
    JsonLinesCodec<Event, Event> codec =
        JsonLinesCodec.<Event, Event>of(
                text -> mapper.readValue(text, Event.class), mapper::writeValueAsBytes)
            .withMaxLength(64 << 10);
    // @end
    return codec;
  }

  /** What the lines carry. */
  public record Event(long id, String text) {}
}
