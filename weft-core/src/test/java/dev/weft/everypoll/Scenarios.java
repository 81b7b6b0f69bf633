package dev.weft.everypoll;

import java.util.List;
import java.util.stream.Stream;

/** The table. */
public final class Scenarios {

  private Scenarios() {}

  public static List<Scenario> all() {
    return Stream.of(
            RaceScenarios.all(),
            TaskScenarios.all(),
            StreamScenarios.all(),
            SyncScenarios.all(),
            ChannelScenarios.all(),
            BridgeScenarios.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The classes with the blocks of the table. */
  public static List<Class<?>> classes() {
    return List.of(
        Scenarios.class,
        RaceScenarios.class,
        TaskScenarios.class,
        StreamScenarios.class,
        SyncScenarios.class,
        ChannelScenarios.class,
        BridgeScenarios.class);
  }
}
