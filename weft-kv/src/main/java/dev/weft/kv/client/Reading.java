package dev.weft.kv.client;

import dev.weft.kv.proto.CommandResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a caller makes of a response. */
@FunctionalInterface
interface Reading<R extends @Nullable Object> {
  R read(CommandResponse response) throws IOException;
}
