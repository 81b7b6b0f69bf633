package dev.weft.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KeyUpdateTest {

  @TempDir Path folder;

  @Test
  void newKeys_underTrafficBothWays_loseNothing() throws Exception {
    Path security = folder.resolve("security.properties");
    Files.writeString(
        security,
        "jdk.tls.keyLimits=AES/GCM/NoPadding KeyUpdate 2^18, ChaCha20-Poly1305 KeyUpdate 2^18\n");
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-XX:TieredStopAtLevel=1",
                "-Djava.security.properties=" + security,
                "-Djavax.net.debug=ssl:handshake",
                "-cp",
                System.getProperty("java.class.path"),
                KeyUpdateScene.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(50, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(text.lines().filter(line -> line.equals("received 12000000, idle true"))).hasSize(3);
    assertThat(text.lines().filter(line -> line.contains("Consuming KeyUpdate post-handshake")))
        .as("new keys")
        .hasSizeGreaterThan(50);
    assertThat(process.exitValue()).isZero();
  }
}
