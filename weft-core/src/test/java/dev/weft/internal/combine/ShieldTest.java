package dev.weft.internal.combine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.testkit.TestTask;
import java.io.IOException;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShieldTest {

  private final TestTask task = new TestTask();

  @Test
  void cancel_beforeTheFirstPoll_neverRuns() {
    Script<Object> section = Script.ready("v");
    assertThat(new Shield<>(section).cancel()).isTrue();
    assertThat(section.polls).isZero();
    assertThat(section.end).isEqualTo(Script.End.RELEASED);
  }

  @Test
  void cancel_hasBegun_sectionIsNotToldAndItsValueIsDelivered() throws Exception {
    Script<Object> section = Script.after(2, "v");
    var shield = new Shield<>(section);
    task.pending(shield);
    assertThat(shield.cancel()).isFalse();
    assertThat(shield.cancel()).isFalse();
    task.pending(shield);
    assertThat(task.ready(shield)).isEqualTo("v");
    assertThat(section.cancels).isZero();
    assertThat(shield.cancel()).isTrue();
  }

  @Test
  void cancel_insideItsOwnPoll_sectionIsNotTold() throws Exception {
    Script<Object> section = Script.after(0, "v");
    var shield = new Shield<>(section);
    section.inPoll(() -> assertThat(shield.cancel()).isFalse());
    assertThat(task.ready(shield)).isEqualTo("v");
    assertThat(section.cancels).isZero();
  }

  @Test
  void section_fails_failureIsDelivered() throws Exception {
    var broken = new IOException("broken");
    var shield = new Shield<>(Script.after(1, broken));
    task.pending(shield);
    assertThat(shield.cancel()).isFalse();
    assertThat(catchThrowable(() -> task.poll(shield))).isSameAs(broken);
  }

  @Test
  void timeout_ofAShield_waitsForItAndItsValueCounts() throws Exception {
    Script<Object> section = Script.<Object>after(0, "v").byEvent();
    var timeout = new Timeout<>(Duration.ofMillis(5), new Shield<>(section));
    task.pending(timeout);
    task.advance(Duration.ofMillis(5));
    task.pending(timeout);
    section.fire();
    assertThat(task.ready(timeout)).isEqualTo("v");
  }

  @Test
  void select_lostByAShield_waitsForItAndClosesItsValue() throws Exception {
    var resource = new Resource();
    Script<Object> section = Script.after(3, resource);
    var race =
        new Select<Map.Entry<Integer, Object>>(
            Group.owned(List.of(new Shield<>(section), Script.after(1, "v"))),
            true,
            AbstractMap.SimpleEntry::new);
    task.pending(race);
    task.pending(race);
    assertThat(resource.closes).isZero();
    assertThat(task.run(race)).isEqualTo(Map.entry(1, (Object) "v"));
    assertThat(resource.closes).isEqualTo(1);
  }
}
