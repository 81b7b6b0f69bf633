package dev.weft.internal.reactor.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TieTableTest {

  private final TieTable table = new TieTable();

  @Test
  void token_ofATieThatHasLeft_isUnknownAlsoWhenItsPlaceIsTaken() {
    Tie first = tie();
    Tie second = tie();
    long before = table.add(first);
    assertThat(table.get(before)).isSameAs(first);
    assertThat(table.remove(before)).isTrue();
    assertThat(table.remove(before)).isFalse();
    long after = table.add(second);
    assertThat((int) after).isEqualTo((int) before);
    assertThat(table.get(before)).isNull();
    assertThat(table.get(after)).isSameAs(second);
    assertThat(table.size()).isEqualTo(1);
  }

  @Test
  void table_growsAndReusesPlaces() {
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      tokens.add(table.add(tie()));
    }
    assertThat(table.all()).hasSize(500);
    assertThat(tokens).doesNotContain(0L).doesNotHaveDuplicates();
    tokens.forEach(table::remove);
    assertThat(table.all()).isEmpty();
    for (int i = 0; i < 500; i++) {
      assertThat((int) table.add(tie())).isLessThan(500);
    }
  }

  private static Tie tie() {
    return new Tie(Kernels.real(), -1, "test", SocketKind.TCP_STREAM);
  }
}
