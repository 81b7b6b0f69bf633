package dev.weft.internal.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.spi.StreamSocket;
import dev.weft.testkit.DriverCase;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class NioDriverTest extends DriverFixture {

  NioDriverTest() {
    super(DriverCase.NIO);
  }

  @Test
  void event_thatNobodyWaitsFor_isReportedTwiceAtMost() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocate(64);
    Pair pair = connect();
    var task = task();
    assertThat(pair.socket().read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer().getOutputStream().write(1);
    assertThat(driver.turn(Long.MAX_VALUE)).isEqualTo(1);
    assertThat(task.takeWakes()).isEqualTo(1);
    assertThat(driver.turn(0)).isEqualTo(1);
    assertThat(driver.turn(0)).isZero();
    assertThat(task.wakes()).isZero();
    assertThat(pair.socket().read(buffer, task)).isEqualTo(1);
    assertThat(pair.socket().read(buffer, task)).isEqualTo(StreamSocket.PENDING);
    pair.peer().getOutputStream().write(1);
    driver.turn(Long.MAX_VALUE);
    assertThat(task.wakes()).isEqualTo(1);
  }
}
