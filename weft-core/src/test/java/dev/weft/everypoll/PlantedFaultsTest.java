package dev.weft.everypoll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.everypoll.Leaky.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table finds what it is there to find. */
class PlantedFaultsTest {

  private static List<String> faults(Scenario.Start start) {
    return Table.faults(Scenario.of("planted", start));
  }

  private static List<Future<?>> branches(Run run) {
    return List.of(run.leaf("a"), RaceScenarios.block(run, "b"), run.leaf("c"));
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void raceWithAFault_isFound(Fault fault) {
    assertThat(faults(run -> new Leaky(fault, branches(run))))
        .as(fault.toString())
        .anyMatch(
            found ->
                found.contains(
                    switch (fault) {
                      case LOSES_A_VALUE -> "was delivered 0, closed 0, kept 0 times";
                      case FORGETS_THE_LOSERS, IGNORES_A_CANCEL, DOES_NOT_WAIT ->
                          "was left pending and not cancelled";
                    }));
  }

  @Test
  void taskThatIsLeft_isFound() {
    assertThat(
            faults(
                run -> {
                  run.weft().spawn(RaceScenarios.block(run, "left alone"));
                  return run.leaf("a");
                }))
        .anyMatch(found -> found.contains("tasks outlive it"));
  }

  @Test
  void timerThatIsLeft_isFound() {
    assertThat(
            faults(
                run ->
                    cx -> {
                      dev.weft.time.Sleep.after(java.time.Duration.ofMillis(1)).poll(cx);
                      return dev.weft.Poll.ready(1);
                    }))
        .anyMatch(found -> found.contains("a timer was left behind"));
  }

  @Test
  void valueThatIsDeliveredTwice_isFound() {
    assertThat(
            faults(
                run ->
                    dev.weft.Async.async(
                        () -> {
                          Res value = dev.weft.Async.await(run.leaf("a"));
                          return List.of(value, value);
                        })))
        .anyMatch(found -> found.contains("was delivered 2"));
  }
}
