package dev.weft.cli;

import dev.weft.kv.server.KvServer;
import dev.weft.kv.store.SyncPolicy;
import dev.weft.kv.topic.SlowSubscriber;
import dev.weft.kv.topic.SubscriberOptions;
import java.time.Duration;
import java.util.List;

/**
 * Everything about {@code serve} that can be chosen. The options of the command line, the keys of
 * the config file, their checks and the help all come from this table.
 */
final class ServeSettings {

  /** What keeps the pairs. */
  enum Engine {
    LOG,
    ROCKSDB,
    MEMORY
  }

  /** What is logged: this and what is worse. */
  enum LogLevel {
    OFF,
    ERROR,
    WARNING,
    INFO,
    DEBUG
  }

  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;

  static final Setting<String> HOST =
      new Setting<>(
          "--host",
          "server.host",
          "HOST",
          ValueParser.text("a host"),
          "127.0.0.1",
          "Address to listen on");

  static final Setting<Integer> PORT =
      new Setting<>(
          "--port",
          "server.port",
          "PORT",
          ValueParser.number(0, Ports.MAX),
          Ports.DEFAULT,
          "Port to listen on, 0 for a free one");

  static final Setting<Integer> WORKERS =
      new Setting<>(
          "--workers",
          "server.workers",
          "N",
          ValueParser.number(1, 1024),
          null,
          "Worker threads, 1 to 1024 (default: one per processor)");

  static final Setting<Integer> MAX_CONNECTIONS =
      new Setting<>(
          "--max-connections",
          "server.max-connections",
          "N",
          ValueParser.number(1, KvServer.MAX_CONNECTIONS),
          KvServer.DEFAULT_MAX_CONNECTIONS,
          "Connections served at once; more wait");

  static final Setting<Integer> MAX_STREAMS =
      new Setting<>(
          "--max-streams",
          "server.max-streams",
          "N",
          ValueParser.number(1, 8192),
          256,
          "Streams served at once on one connection that carries several");

  static final Setting<Duration> IDLE_TIMEOUT =
      new Setting<>(
          "--idle-timeout",
          "server.idle-timeout",
          "TIME",
          ValueParser.duration(),
          Duration.ofMinutes(5),
          "A connection that asks for nothing so long is closed, unless it is subscribed");

  static final Setting<Duration> SHUTDOWN_TIMEOUT =
      new Setting<>(
          "--shutdown-timeout",
          "server.shutdown-timeout",
          "TIME",
          ValueParser.duration(),
          Duration.ofSeconds(10),
          "How long a shutdown waits for requests in flight");

  static final Setting<Long> MAX_FRAME =
      new Setting<>(
          "--max-frame",
          "server.max-frame",
          "SIZE",
          ValueParser.size(1, 256 * MIB),
          16 * MIB,
          "Biggest frame on the wire");

  static final Setting<Long> MAX_MESSAGE =
      new Setting<>(
          "--max-message",
          "server.max-message",
          "SIZE",
          ValueParser.size(1, 256 * MIB),
          16 * MIB,
          "Biggest message, after it was inflated");

  static final Setting<Engine> ENGINE =
      new Setting<>(
          "--engine",
          "storage.engine",
          "NAME",
          ValueParser.oneOf(Engine.class, ValueParser::dashed),
          Engine.LOG,
          "What keeps the pairs: log (all in memory, every write in a log on disk), rocksdb (more"
              + " than fits into memory) or memory (gone at the end)");

  static final Setting<Boolean> MEMORY =
      new Setting<>(
          "--memory",
          "storage.memory",
          "",
          ValueParser.onOff(),
          false,
          "The same as --engine memory");

  static final Setting<String> DATA =
      new Setting<>(
          "--data",
          "storage.data",
          "DIR",
          ValueParser.text("a folder"),
          "weft-data",
          "Folder of the log and rocksdb engines, made if it is missing");

  static final Setting<SyncPolicy> SYNC =
      new Setting<>(
          "--sync",
          "storage.sync",
          "WHEN",
          ValueParser.oneOf(SyncPolicy.class, ServeSettings::nameOf),
          SyncPolicy.ALWAYS,
          "When writes are forced to disk: always (before they are answered), everysec or never"
              + " (when the system sees fit)");

  static final Setting<Long> MAX_MEMORY =
      new Setting<>(
          "--max-memory",
          "storage.max-memory",
          "SIZE",
          ValueParser.size(MIB, Long.MAX_VALUE),
          null,
          "Memory that the pairs may take with the log and memory engines (default: half the heap)");

  static final Setting<Long> SEGMENT_SIZE =
      new Setting<>(
          "--segment-size",
          "storage.segment-size",
          "SIZE",
          ValueParser.size(4 * KIB, GIB),
          64 * MIB,
          "Length of one file of the log");

  static final Setting<Long> SNAPSHOT_SIZE =
      new Setting<>(
          "--snapshot-size",
          "storage.snapshot-size",
          "SIZE",
          ValueParser.size(1, Long.MAX_VALUE),
          256 * MIB,
          "Bytes of log after which a snapshot takes its place");

  static final Setting<SlowSubscriber> SLOW_SUBSCRIBER =
      new Setting<>(
          "--slow-subscriber",
          "subscribers.slow",
          "WHAT",
          ValueParser.oneOf(SlowSubscriber.class, ValueParser::dashed),
          SubscriberOptions.DEFAULT.whenFull(),
          "What becomes of a subscriber whose queue is full: disconnect or drop-oldest");

  static final Setting<Integer> SUBSCRIBER_QUEUE =
      new Setting<>(
          "--subscriber-queue",
          "subscribers.queue",
          "N",
          ValueParser.number(1, SubscriberOptions.MOST_MESSAGES),
          SubscriberOptions.DEFAULT.messages(),
          "Messages that may wait for one subscriber");

  static final Setting<Long> SUBSCRIBER_BYTES =
      new Setting<>(
          "--subscriber-bytes",
          "subscribers.bytes",
          "SIZE",
          ValueParser.size(1, Long.MAX_VALUE),
          SubscriberOptions.DEFAULT.bytes(),
          "Bytes that may wait for one subscriber");

  static final Setting<String> TLS_CERT =
      new Setting<>(
          "--tls-cert",
          "tls.cert",
          "FILE",
          ValueParser.text("a file"),
          null,
          "Certificate and those above it, in PEM; turns TLS on");

  static final Setting<String> TLS_KEY =
      new Setting<>(
          "--tls-key",
          "tls.key",
          "FILE",
          ValueParser.text("a file"),
          null,
          "Private key of the certificate, in PEM: RSA, EC, Ed25519 or Ed448");

  static final Setting<String> TLS_CLIENT_CA =
      new Setting<>(
          "--tls-client-ca",
          "tls.client-ca",
          "FILE",
          ValueParser.text("a file"),
          null,
          "Certificates in PEM; clients must then show one that is signed by one of them");

  static final Setting<Integer> METRICS_PORT =
      new Setting<>(
          "--metrics-port",
          "metrics.port",
          "PORT",
          ValueParser.number(0, Ports.MAX),
          null,
          "Serve metrics for Prometheus at this port of the host, under /metrics; 0 for a free one");

  static final Setting<LogLevel> LOG_LEVEL =
      new Setting<>(
          "--log-level",
          "log.level",
          "LEVEL",
          ValueParser.oneOf(LogLevel.class, ValueParser::dashed),
          LogLevel.INFO,
          "What is logged on standard error: off, error, warning, info, or debug with a line for"
              + " each request");

  static final List<Setting<?>> ALL =
      List.of(
          HOST,
          PORT,
          WORKERS,
          MAX_CONNECTIONS,
          MAX_STREAMS,
          IDLE_TIMEOUT,
          SHUTDOWN_TIMEOUT,
          MAX_FRAME,
          MAX_MESSAGE,
          ENGINE,
          MEMORY,
          DATA,
          SYNC,
          MAX_MEMORY,
          SEGMENT_SIZE,
          SNAPSHOT_SIZE,
          SLOW_SUBSCRIBER,
          SUBSCRIBER_QUEUE,
          SUBSCRIBER_BYTES,
          TLS_CERT,
          TLS_KEY,
          TLS_CLIENT_CA,
          METRICS_PORT,
          LOG_LEVEL);

  private ServeSettings() {}

  static String nameOf(SyncPolicy policy) {
    return policy == SyncPolicy.EVERY_SECOND ? "everysec" : ValueParser.dashed(policy);
  }

  /** A default as it would be written. */
  static String textOf(Object value) {
    return switch (value) {
      case SyncPolicy policy -> nameOf(policy);
      case Enum<?> constant -> ValueParser.dashed(constant);
      case Duration time -> ValueParser.durationText(time);
      case Long size -> ValueParser.sizeText(size);
      default -> value.toString();
    };
  }
}
