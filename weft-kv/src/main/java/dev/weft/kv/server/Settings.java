package dev.weft.kv.server;

import dev.weft.codec.FramedOptions;
import dev.weft.codec.KvFrameCodec;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import java.time.Duration;
import java.util.List;

/** What a server was built with; the values were checked by its builder. */
record Settings(
    int maxConnections,
    Duration idleTimeout,
    Duration shutdownLimit,
    KvFrameCodec<CommandRequest, CommandResponse> codec,
    FramedOptions buffers,
    Transport transport,
    List<ServiceHook> hooks) {}
