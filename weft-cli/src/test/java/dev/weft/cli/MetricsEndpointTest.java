package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MetricsEndpointTest {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final HttpClient client = HttpClient.newHttpClient();
  private MetricsEndpoint endpoint;

  @BeforeEach
  void start() throws IOException {
    registry.counter("kv.things", "kind", "good").increment(3);
    endpoint =
        MetricsEndpoint.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), registry);
  }

  @AfterEach
  void stop() {
    endpoint.close();
    client.close();
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + endpoint.address().getPort() + path);
    var request =
        HttpRequest.newBuilder(uri)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(Duration.ofSeconds(20))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  @Test
  void metrics_asked_areInPrometheusText() throws Exception {
    HttpResponse<String> response = send("GET", "/metrics");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(response.body()).contains("kv_things_total{kind=\"good\"} 3.0");
  }

  @Test
  void anythingElse_asked_isRefused() throws Exception {
    assertThat(send("GET", "/").statusCode()).isEqualTo(404);
    assertThat(send("GET", "/metrics/more").statusCode()).isEqualTo(404);
    assertThat(send("POST", "/metrics").statusCode()).isEqualTo(405);
    assertThat(send("DELETE", "/metrics").headers().firstValue("Allow")).contains("GET");
  }

  @Test
  void client_thatStopsInTheMiddleOfARequest_doesntHoldUpOthers() throws Exception {
    try (var half = new Socket()) {
      half.connect(endpoint.address());
      half.getOutputStream().write("GET /metrics HT".getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 3; i++) {
        assertThat(send("GET", "/metrics").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void address_inUse_isAnErrorThatNamesIt() {
    assertThatThrownBy(() -> MetricsEndpoint.start(endpoint.address(), registry))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The metrics can't be served on ")
        .hasMessageContaining(":" + endpoint.address().getPort());
  }
}
