package dev.weft.kv.server;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.LongConsumer;

/** Meters of what runs beside a server. */
public final class KvMeters {

  private KvMeters() {}

  /**
   * The meter {@code kv.log.force.batch}: how many writes a storage made durable with one force.
   *
   * <p><em>Threads:</em> the consumer may be called from any.
   *
   * @param registry where it is registered; the same meter each time
   * @return takes the number of writes of each force
   */
  public static LongConsumer forceBatch(MeterRegistry registry) {
    DistributionSummary batch =
        DistributionSummary.builder("kv.log.force.batch")
            .description("writes made durable by one force of the log")
            .baseUnit("writes")
            .publishPercentileHistogram()
            .minimumExpectedValue(1.0)
            .maximumExpectedValue(65_536.0)
            .register(registry);
    return batch::record;
  }
}
