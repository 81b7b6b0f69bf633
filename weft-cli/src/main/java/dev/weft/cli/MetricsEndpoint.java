package dev.weft.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Meters over HTTP, in the text format of Prometheus: {@code GET /metrics} and nothing else.
 *
 * <p>It answers on threads of its own, apart from the server's workers, so that it still answers
 * when those are busy. It has no access control: bind it to an address that only the scraper
 * reaches.
 */
final class MetricsEndpoint implements AutoCloseable {

  /*
   * Why a virtual thread for each request: the JDK's server reads and answers on its only thread
   * otherwise, and a scraper that vanished in the middle of a request held it for ever. Why a property:
   * that server has no other way to a limit for how long a request may take.
   */

  static final String PATH = "/metrics";

  private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";
  private static final int BACKLOG = 16;
  private static final int NO_BODY = -1;

  private static final String MOST_SECONDS = "30"; // for a client to ask, and to take the answer

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final PrometheusMeterRegistry registry;

  private MetricsEndpoint(HttpServer http, PrometheusMeterRegistry registry) {
    this.http = http;
    this.registry = registry;
  }

  /**
   * Starts to answer.
   *
   * @param address where to listen; port 0 picks a free one
   * @param registry what to show
   * @return the endpoint, to be closed
   * @throws IOException with the address, if it can't listen there
   */
  static MetricsEndpoint start(InetSocketAddress address, PrometheusMeterRegistry registry)
      throws IOException {
    Objects.requireNonNull(registry, "registry");
    setIfUnset("sun.net.httpserver.maxReqTime", MOST_SECONDS);
    setIfUnset("sun.net.httpserver.maxRspTime", MOST_SECONDS);
    HttpServer http;
    try {
      http = HttpServer.create(address, BACKLOG);
    } catch (IOException refused) {
      throw new IOException(
          "The metrics can't be served on "
              + address.getHostString()
              + ":"
              + address.getPort()
              + ": "
              + refused.getMessage(),
          refused);
    }
    var endpoint = new MetricsEndpoint(http, registry);
    http.setExecutor(endpoint.threads);
    http.createContext("/", endpoint::answer);
    http.start();
    return endpoint;
  }

  private static void setIfUnset(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Where it listens, with the port that was picked. */
  InetSocketAddress address() {
    return http.getAddress();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(404, NO_BODY);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, NO_BODY);
      } else {
        byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", FORMAT);
        exchange.sendResponseHeaders(200, text.length);
        exchange.getResponseBody().write(text);
      }
    }
  }

  /** Stops at once. */
  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
