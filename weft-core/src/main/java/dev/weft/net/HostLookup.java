package dev.weft.net;

import dev.weft.Context;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.codegen.RawFuture;
import dev.weft.io.RuntimeClosedException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the addresses of a host. A name is looked up by the blocking pool, as that may take long.
 */
final class HostLookup {

  private final InetSocketAddress wanted;
  private @Nullable JoinHandle<InetAddress[]> job;
  private @Nullable RawFuture<InetAddress[]> result;

  HostLookup(InetSocketAddress wanted) {
    this.wanted = wanted;
  }

  /** An address as {@link #poll} takes it, from what a user gave. */
  static InetSocketAddress wanted(String host, int port) {
    if (host.isBlank()) {
      throw new IllegalArgumentException("The host is blank; it must be a name or an address.");
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("Port " + port + " is outside of 0 to 65535.");
    }
    try {
      return new InetSocketAddress(InetAddress.ofLiteral(host), port);
    } catch (IllegalArgumentException name) {
      return InetSocketAddress.createUnresolved(host, port);
    }
  }

  /**
   * The addresses, at least one, or {@code null} if pending.
   *
   * @throws UnknownHostException if there is no such host
   */
  @Nullable List<InetSocketAddress> poll(Context cx) throws Exception {
    if (!wanted.isUnresolved()) {
      return List.of(wanted);
    }
    if (result == null) {
      String host = wanted.getHostString();
      Weft runtime = cx.runtime();
      job = runtime.spawnBlocking(() -> InetAddress.getAllByName(host));
      result = RawFuture.own(job);
    }
    Object found = ask(result, cx);
    if (found == RawFuture.PENDING) {
      return null;
    }
    job = null;
    return Stream.of((InetAddress[]) found)
        .map(address -> new InetSocketAddress(address, wanted.getPort()))
        .toList();
  }

  private Object ask(RawFuture<InetAddress[]> result, Context cx) throws Exception {
    try {
      return Objects.requireNonNull(result.pollRaw(cx));
    } catch (UnknownHostException unknown) {
      String text = wanted.getHostString() + ":" + wanted.getPort();
      var named = new UnknownHostException(text + ": " + reason(unknown));
      named.initCause(unknown);
      throw named;
    } catch (CancellationException aborted) {
      throw new RuntimeClosedException(
          "The host " + wanted.getHostString() + " can't be looked up: the runtime is closed.");
    }
  }

  private String reason(UnknownHostException unknown) {
    String message = String.valueOf(unknown.getMessage());
    String prefix = wanted.getHostString() + ": ";
    if (message.startsWith(prefix)) {
      return message.substring(prefix.length());
    }
    return message.equals(wanted.getHostString()) ? "unknown host" : message;
  }

  /** Gives up a look-up that is under way. */
  void cancel() {
    if (result != null) {
      result.cancel();
    }
    if (job != null) {
      job.abort();
    }
  }
}
