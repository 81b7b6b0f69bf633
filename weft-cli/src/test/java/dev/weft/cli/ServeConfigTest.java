package dev.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weft.cli.ConfigFile.BadConfigException;
import dev.weft.cli.ServeSettings.Engine;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.kv.topic.SlowSubscriber;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of {@code weft serve} from options and from a config file. */
final class ServeConfigTest {

  static final List<Setting<?>> SETTINGS = ServeSettings.ALL;

  @TempDir private Path folder;

  private static CommandLine serve() {
    var line = new CommandLine(new ServeCommand());
    ServeOptions.addTo(line.getCommandSpec());
    return line;
  }

  private static ServeConfig config(String toml, String... options) throws Exception {
    return ServeConfig.of(serve().parseArgs(options), ConfigFile.parse("weft.toml", toml));
  }

  @Test
  void options_ofServe_areTheSettingsAndNoOthers() {
    List<String> options =
        serve().getCommandSpec().options().stream().map(OptionSpec::longestName).toList();

    assertThat(options)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    SETTINGS.stream().map(Setting::option),
                    Stream.of("--config", "--help", "--version"))
                .toList());
  }

  @Test
  void exampleFile_ofTheGuide_setsEverySettingToItsDefault() throws Exception {
    Path file = Path.of("..", "docs", "guide", "weft.toml");
    ConfigFile example = ConfigFile.read(file);
    ConfigFile allOn =
        ConfigFile.parse(
            "weft.toml", Files.readString(file).replaceAll("(?m)^# (?=[a-z-]+ = )", ""));

    assertThat(SETTINGS)
        .allSatisfy(
            setting -> {
              assertThat(example.get(setting)).as(setting.key()).isEqualTo(setting.byDefault());
              assertThat(allOn.get(setting)).as(setting.key()).isNotNull();
            });
  }

  @ParameterizedTest
  @FieldSource("SETTINGS")
  void defaults_asPrinted_areReadAsThemselves(Setting<?> setting) throws Exception {
    Object byDefault = setting.byDefault();
    if (byDefault == null) {
      assertThat(config("").chosen(setting)).isNull();
      return;
    }
    assertThat(config("").get(setting)).isEqualTo(byDefault);
    if (!setting.isSwitch()) {
      String text = ServeSettings.textOf(byDefault);
      assertThat(setting.parser().parse(text)).isEqualTo(byDefault);
    }
  }

  @Test
  void value_inTheFileAndAsOption_isTheOption() throws Exception {
    String toml =
        """
        [server]
        port = 1
        idle-timeout = "90s"
        max-frame = 4096
        [storage]
        sync = "everysec"
        max-memory = "1GiB"
        [subscribers]
        slow = "drop-oldest"
        """;
    ServeConfig config = config(toml, "--port", "2", "--sync", "never");

    assertThat(config.get(ServeSettings.PORT)).isEqualTo(2);
    assertThat(config.get(ServeSettings.SYNC)).isEqualTo(SyncPolicy.NEVER);
    assertThat(config.get(ServeSettings.IDLE_TIMEOUT)).isEqualTo(Duration.ofSeconds(90));
    assertThat(config.get(ServeSettings.MAX_FRAME)).isEqualTo(4096);
    assertThat(config.chosen(ServeSettings.MAX_MEMORY)).isEqualTo(1L << 30);
    assertThat(config.get(ServeSettings.SLOW_SUBSCRIBER)).isEqualTo(SlowSubscriber.DROP_OLDEST);
    assertThat(config.engine()).isEqualTo(Engine.LOG);
  }

  @Test
  void memoryOption_overAFileWithALogFolder_winsWithoutAConflict() throws Exception {
    String toml =
        """
        [storage]
        engine = "log"
        data = "somewhere"
        """;

    assertThat(config(toml, "--memory").engine()).isEqualTo(Engine.MEMORY);
    assertThat(config("storage.memory = true").engine()).isEqualTo(Engine.MEMORY);
    assertThat(config("storage.memory = true", "--engine", "log").engine()).isEqualTo(Engine.LOG);
  }

  @Test
  void contradictionsInTheFile_areNamedByTheirKeysWithTheirPlace() {
    assertThatExceptionOfType(ValueParser.BadValueException.class)
        .isThrownBy(() -> config("storage.memory = true\nstorage.data = \"d\""))
        .withMessage(
            "weft.toml, line 2, column 1: storage.data makes no sense here: the memory engine"
                + " keeps nothing on disk");
    assertThatExceptionOfType(ValueParser.BadValueException.class)
        .isThrownBy(() -> config("tls.key = \"k\""))
        .withMessage("weft.toml, line 1, column 1: tls.key needs tls.cert");
    assertThatExceptionOfType(ValueParser.BadValueException.class)
        .isThrownBy(() -> config("storage.memory = true\nstorage.engine = \"log\""))
        .withMessage(
            "weft.toml, line 1, column 1: storage.memory and storage.engine contradict each"
                + " other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server.prot = 1 | line 1, column 1: the key server.prot is unknown; there are server.host",
        "port = 1        | line 1, column 1: the key port is unknown; keys stand in tables",
        "[servr]         | line 1, column 1: the table servr is unknown; there are log, metrics",
        "server.port = \"1\" | line 1, column 1: server.port is not an integer",
        "server.port = 65536 | line 1, column 1: server.port: 65536 is not from 0 to 65535",
        "server.port = 99999999999 | line 1, column 1: server.port: 99999999999 is not from 0 to",
        "server.host = 5 | line 1, column 1: server.host is not a string",
        "server.host = '' | line 1, column 1: server.host: '' is not a host",
        "storage.memory = 1 | line 1, column 1: storage.memory is not true or false",
        "storage.max-memory = 1.5 | line 1, column 1: storage.max-memory is not an integer or a",
        "server.port = [1] | line 1, column 1: server.port is not an integer",
        "server.port.x = 1 | line 1, column 1: server.port is not an integer",
        "server = 5      | line 1, column 1: the key server is unknown; there are server.host",
        "[server         | line 1, column 8: Unexpected end of input",
      })
  void badFile_isRefusedWithItsPlace(String toml, String expected) {
    assertThatExceptionOfType(BadConfigException.class)
        .isThrownBy(() -> ConfigFile.parse("weft.toml", toml))
        .withMessageStartingWith("weft.toml, " + expected);
  }

  @Test
  void firstOfSeveralErrors_isTheOneReported() {
    assertThatExceptionOfType(BadConfigException.class)
        .isThrownBy(
            () -> ConfigFile.parse("weft.toml", "[tls]\nzoo = 1\n[server]\nabc = 2\nport = 0"))
        .withMessageStartingWith("weft.toml, line 2, column 1: the key tls.zoo");
  }

  @Test
  void fileThatIsNotText_isRefused() throws Exception {
    Path file = folder.resolve("weft.toml");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});

    assertThatExceptionOfType(BadConfigException.class)
        .isThrownBy(() -> ConfigFile.read(file))
        .withMessage(file + " is not text in UTF-8.");
  }

  @Test
  void hugeFile_isRefusedBeforeItIsRead() throws Exception {
    Path file = folder.resolve("weft.toml");
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), 1L << 40);
    }

    assertThatExceptionOfType(BadConfigException.class)
        .isThrownBy(() -> ConfigFile.read(file))
        .withMessageContaining("accepted are 1048576");
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "1023,1023", "1K,1024", "64KiB,65536", "3MB,3145728", "2G,2147483648"})
  void size_isReadInPowersOf1024(String text, long bytes) throws Exception {
    assertThat(ValueParser.size(0, Long.MAX_VALUE).parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"9999999999999999999", "-1", "1.5M", "K", "''", "1 M", "999999999999999999G"})
  void size_thatIsNone_isRefused(String text) {
    assertThatExceptionOfType(ValueParser.BadValueException.class)
        .isThrownBy(() -> ValueParser.size(0, Long.MAX_VALUE).parse(text));
  }
}
