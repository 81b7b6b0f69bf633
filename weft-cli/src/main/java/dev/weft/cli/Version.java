package dev.weft.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote beside this class, and that of the Java it runs on. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    var properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(Objects.requireNonNull(in, "version.properties"));
    }
    return new String[] {
      "weft %s (Java %s)".formatted(properties.getProperty("version"), Runtime.version())
    };
  }
}
