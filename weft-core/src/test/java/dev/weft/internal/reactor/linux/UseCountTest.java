package dev.weft.internal.reactor.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UseCountTest {

  private final UseCount uses = new UseCount();

  @Test
  void close_withoutUsers_hasTheCallerRelease() {
    assertThat(uses.close()).isTrue();
    assertThat(uses.close()).isFalse();
    assertThat(uses.enter()).isFalse();
    assertThat(uses.isReleased()).isFalse();
    uses.released();
    assertThat(uses.isReleased()).isTrue();
    assertThat(uses.close()).isFalse();
  }

  @Test
  void close_withUsers_hasTheLastOneRelease() {
    assertThat(uses.enter()).isTrue();
    assertThat(uses.enter()).isTrue();
    assertThat(uses.exit()).isFalse();
    assertThat(uses.close()).isFalse();
    assertThat(uses.enter()).isFalse();
    assertThat(uses.exit()).isTrue();
  }

  @Test
  void manyUsersAndAClose_releaseOnce() throws InterruptedException {
    for (int round = 0; round < 200; round++) {
      var count = new UseCount();
      var releases = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      while (count.enter()) {
                        if (count.exit()) {
                          releases.incrementAndGet();
                        }
                      }
                    }));
      }
      if (count.close()) {
        releases.incrementAndGet();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(releases.get()).isEqualTo(1);
    }
  }
}
