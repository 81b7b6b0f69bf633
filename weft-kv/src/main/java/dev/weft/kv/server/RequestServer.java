package dev.weft.kv.server;

import dev.weft.AsyncCloseable;
import dev.weft.Future;
import dev.weft.codec.FramedOptions;
import dev.weft.codec.KvFrameCodec;
import dev.weft.io.AsyncRead;
import dev.weft.io.AsyncWrite;
import dev.weft.kv.command.Service;
import dev.weft.kv.proto.CommandRequest;
import dev.weft.kv.proto.CommandResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all streams of requests of one server have in common, and where a new one is served: one TCP
 * connection is one such stream, or carries many.
 */
final class RequestServer {

  private final Service service;
  private final StopSignal stop;
  private final KvFrameCodec<CommandRequest, CommandResponse> codec;
  private final FramedOptions buffers;
  private final long idleNanos;
  private final List<ServiceHook> hooks;
  private final ClosingLog closings = new ClosingLog();
  private final @Nullable ServerMetrics metrics;

  RequestServer(
      Service service, StopSignal stop, Settings settings, @Nullable ServerMetrics metrics) {
    this.service = service;
    this.stop = stop;
    codec = settings.codec();
    buffers = settings.buffers();
    idleNanos = Nanos.of(settings.idleTimeout());
    hooks = settings.hooks();
    this.metrics = metrics;
  }

  /**
   * Serves the requests of a stream until its end, or until the server stops, and closes it.
   *
   * <p><em>Cancellation:</em> closes the stream.
   *
   * @param stream both directions; it is owned from the first poll on
   * @param peer whose {@code toString} names the client in logs
   * @return doesn't fail; run it in a task of its own
   */
  <S extends AsyncRead & AsyncWrite & AsyncCloseable> Future<Void> serve(S stream, Object peer) {
    return metrics == null
        ? Connection.over(stream, peer, this)
        : Connection.over(new CountedStream<>(stream, metrics), peer, this);
  }

  Service service() {
    return service;
  }

  /** On when the server stops: whoever accepts streams takes no more then. */
  StopSignal stop() {
    return stop;
  }

  KvFrameCodec<CommandRequest, CommandResponse> codec() {
    return codec;
  }

  FramedOptions buffers() {
    return buffers;
  }

  /** In the order in which they are asked. */
  List<ServiceHook> hooks() {
    return hooks;
  }

  /** Where closed connections are written. */
  ClosingLog closings() {
    return closings;
  }

  /** Where to count, or {@code null} if nobody wants to know. */
  @Nullable ServerMetrics metrics() {
    return metrics;
  }

  /** Whether somebody looks at the requests at all. */
  boolean isObserved() {
    return metrics != null || !hooks.isEmpty() || RequestLog.isOn();
  }

  /** How long a client may take. */
  long idleNanos() {
    return idleNanos;
  }
}
