package dev.weft.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.AsyncAction;
import dev.weft.AsyncBody;
import dev.weft.AsyncFunction;
import dev.weft.Future;
import dev.weft.StackfulAction;
import dev.weft.codegen.RawFuture;
import dev.weft.internal.stackful.Awaiter;
import dev.weft.internal.stackful.StackfulBlocks;
import dev.weft.testkit.Futures;
import dev.weft.testkit.TestTask;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a dump shows, and the factories: from a package that counts as a user's. */
@Tag("stackful")
final class StackfulLocationTest {

  private final TestTask task = new TestTask();

  @Test
  void location_whileAwaitingFarBelow_isTheLineOfTheAwait() throws Exception {
    var event = new Futures.Event<Integer>();
    RawFuture<Integer> block = RawFuture.own(StackfulBlocks.stackful(() -> below(event)));
    assertThat(block.location()).isNull();
    task.takeWakes();
    assertThat(task.poll(block).isReady()).isFalse();
    while (event.polls() == 0) {
      task.awaitWakes(1);
      task.takeWakes();
      assertThat(task.poll(block).isReady()).isFalse();
    }
    assertThat(block.location()).isNotNull();
    assertThat(block.location().getMethodName()).isEqualTo("below");
    assertThat(block.location().getFileName()).isEqualTo("StackfulLocationTest.java");
    event.complete(3);
    assertThat(end(block)).isEqualTo(3);
    assertThat(block.location()).isNull();
    assertThat(block).hasToString("stackful block in dev.weft.backend.StackfulLocationTest");
  }

  private static int below(Future<Integer> event) throws Exception {
    return Awaiter.await(event);
  }

  private <T> T end(Future<T> future) throws Exception {
    while (true) {
      task.takeWakes();
      if (task.poll(future) instanceof dev.weft.Poll.Ready<T>(T value)) {
        return value;
      }
      task.awaitWakes(1);
    }
  }

  @Test
  void blocks_ofAllKinds_run() throws Exception {
    List<String> log = new java.util.concurrent.CopyOnWriteArrayList<>();
    AsyncBody<Integer> body = () -> 1;
    AsyncAction action = () -> log.add("action");
    AsyncFunction<Integer, Integer> function = x -> x + 1;
    StackfulAction stackful = () -> log.add("stackful");
    Future<Integer> async = StackfulBlocks.async(body);
    assertThat(async).hasToString("async block in dev.weft.backend.StackfulLocationTest");
    assertThat(end(async)).isEqualTo(1);
    assertThat(end(StackfulBlocks.async(action))).isNull();
    assertThat(end(StackfulBlocks.async(function, 4))).isEqualTo(5);
    assertThat(end(StackfulBlocks.stackful(stackful))).isNull();
    assertThat(log).containsExactly("action", "stackful");
  }
}
