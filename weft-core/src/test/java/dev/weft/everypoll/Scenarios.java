package dev.weft.everypoll;

import java.util.List;
import java.util.stream.Stream;

/** The table. */
public final class Scenarios {

  private Scenarios() {}

  public static List<Scenario> all() {
    return Stream.of(RaceScenarios.all(), TaskScenarios.all(), StreamScenarios.all()).flatMap(List::stream).toList();
  }
}
