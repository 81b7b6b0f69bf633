package dev.weft.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads that are cancelled while a source needs time, and items that come when nobody reads. */
class CancelledReadTest {

  private record Closing(List<String> closed, String name) implements AutoCloseable {
    @Override
    public void close() {
      closed.add(name);
    }
  }

  private final TestTask task = new TestTask();
  private final List<String> closed = new ArrayList<>();

  private ScriptedStream<String> stubborn() {
    var source = new ScriptedStream<String>().stalls();
    source.needsTime = true;
    return source;
  }

  @Test
  void merge_sourceBegunInTheCancelledRead_isPolledOnce() throws Exception {
    ScriptedStream<String> slow = stubborn();
    ScriptedStream<String> other = new ScriptedStream<String>().gives("a").stalls();
    other.needsTime = true;
    AsyncStream<String> merged = slow.merge(other);
    assertThat(task.ready(merged.next())).isEqualTo("a");
    Future<String> next = merged.next();
    task.pending(next);
    Future<String> behind = merged.next();
    assertThat(next.cancel()).isFalse();
    int before = other.polls;
    task.takeWakes();
    task.pending(next);
    assertThat(other.polls).as("polls of what was asked to give up").isGreaterThan(before);
    slow.goOn();
    other.goOn();
    assertThat(behind.cancel()).isFalse();
  }

  @Test
  void unfold_stepThatComesAfterTheClose_itsItemIsClosed() throws Exception {
    Future<Streams.Step<Closing, Integer>> stubborn =
        new Future<>() {
          private boolean cancelled;

          @Override
          public Poll<Streams.Step<Closing, Integer>> poll(dev.weft.Context cx) {
            return cancelled
                ? Poll.ready(new Streams.Step<>(new Closing(closed, "late"), 1))
                : Poll.pending();
          }

          @Override
          public boolean cancel() {
            cancelled = true;
            return false;
          }
        };
    AsyncStream<Closing> stream = Streams.unfold(0, state -> stubborn);
    task.pending(stream.next());
    task.run(stream.closeAsync());
    assertThat(closed).containsExactly("late");
  }

  @Test
  void groupBy_closedWithItemsThatNobodyTook_closesThem() throws Exception {
    var source =
        new ScriptedStream<Closing>()
            .gives(new Closing(closed, "a1"))
            .gives(new Closing(closed, "b1"))
            .gives(new Closing(closed, "a2"))
            .stalls();
    AsyncStream<Group<String, Closing>> groups =
        source.groupBy(item -> item.name().substring(0, 1), 2, 2);
    Group<String, Closing> first = task.ready(groups.next());
    assertThat(task.ready(first.items().next()).name()).isEqualTo("a1");
    task.ready(groups.next());
    task.pending(groups.next());
    task.run(first.items().closeAsync());
    assertThat(closed).containsExactly("a2");
    task.run(groups.closeAsync());
  }
}
