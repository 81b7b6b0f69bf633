package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("stackful")
final class CoroutineSnippetsTest {

  @Test
  void coroutines_shown_doWhatTheirCommentsSay() throws Exception {
    assertThat(CoroutineSnippets.generator()).containsExactly(0L, 2L, 8L, 34L, 144L);
    assertThat(CoroutineSnippets.coroutine()).isEqualTo(3.0);
    assertThat(CoroutineSnippets.symmetric()).containsExactly(1, 2, 3);
  }

  @Test
  void promiseAndActors_shown_doWhatTheirCommentsSay() throws Exception {
    List<String> got = new CopyOnWriteArrayList<>();
    try (Weft weft = Weft.create()) {
      assertThat(weft.blockOn(CoroutineSnippets.promise(weft).future()))
          .isEqualTo("the answer is 42");
      assertThat(weft.blockOn(ActorSnippets.count(weft))).isEqualTo(5);
      ActorRef<String> boss =
          ActorSnippets.supervised(Actor.of("worker", _ -> got::add)).start(weft);
      weft.blockOn(boss.tell("a"));
      dev.weft.testkit.Eventually.until("it arrives", () -> got.size() == 1);
    }
    assertThat(got).containsExactly("a");
  }
}
