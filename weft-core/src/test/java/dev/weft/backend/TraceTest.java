package dev.weft.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weft.Async;
import dev.weft.Future;
import dev.weft.Weft;
import dev.weft.codegen.LogicalFrames;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whose lines the trace of a failure shows that comes from another task. */
@Tag("stackful")
final class TraceTest {

  private static Future<Integer> failing() {
    return Async.async(TraceTest::fail);
  }

  private static int fail() throws IOException {
    throw new IOException("here");
  }

  /** The methods of this class in a trace, and the mark. */
  private static List<String> shown(Throwable failure) {
    return Arrays.stream(failure.getStackTrace())
        .filter(
            frame ->
                frame.equals(LogicalFrames.MARK)
                    || frame.getClassName().equals(TraceTest.class.getName()))
        .map(frame -> frame.equals(LogicalFrames.MARK) ? "--" : frame.getMethodName())
        .filter(name -> !name.startsWith("lambda$"))
        .toList();
  }

  @Test
  void failure_ofATask_showsWhoCalledBlockOn() {
    try (Weft weft = Weft.create()) {
      Throwable failure = catchThrowable(() -> caller(weft));
      assertThat(shown(failure)).startsWith("fail", "--", "caller");
    }
  }

  private static int caller(Weft weft) throws Exception {
    return weft.blockOn(weft.spawn(failing()));
  }

  @Test
  void failure_ofATask_showsThePlainThreadThatAwaitsIt() {
    try (Weft weft = Weft.create()) {
      Throwable failure = catchThrowable(() -> awaiter(weft));
      assertThat(shown(failure)).startsWith("fail", "--", "awaiter");
    }
  }

  private static int awaiter(Weft weft) throws Exception {
    return Async.await(weft.spawn(failing()));
  }

  @Test
  void failure_ofATaskAwaitedTwice_isCompletedByTheFirst() throws Exception {
    try (Weft weft = Weft.create()) {
      var handle = weft.spawn(failing());
      Throwable first = catchThrowable(() -> weft.blockOn(handle));
      StackTraceElement[] once = first.getStackTrace();
      assertThat(catchThrowable(() -> Async.await(handle))).isSameAs(first);
      assertThat(first.getStackTrace()).isEqualTo(once);
    }
  }
}
