package dev.weft.internal.stackful;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.internal.stackful.Bodies.Program;
import dev.weft.internal.stackful.Scene.Backend;
import dev.weft.internal.stackful.Scene.Leaves;
import dev.weft.internal.stackful.Scene.Result;
import dev.weft.testkit.TestTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One source, several ways to run it: value, failure, what is suppressed and the order of side
 * effects must be those of a plain blocking run.
 */
@Tag("stackful")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BackendContract {

  /** The programs that have a form for this backend. */
  abstract Stream<Program> programs();

  /** The future that runs the program. */
  abstract Future<Object> start(Program program, Scene scene);

  abstract Scene scene(Leaves leaves);

  Stream<Arguments> cases() {
    return programs()
        .flatMap(
            program -> Stream.of(Leaves.values()).map(leaves -> Arguments.of(program, leaves)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void program_run_doesWhatABlockingRunDoes(Program program, Leaves leaves) throws Exception {
    assertThat(run(program, scene(leaves), leaves)).isEqualTo(blocking(program, leaves));
  }

  private static Result blocking(Program program, Leaves leaves) {
    var scene = new Scene(leaves, Backend.BLOCKING, null);
    try {
      return Result.of(program.body().run(scene), null, scene);
    } catch (Throwable failure) {
      return Result.of(null, failure, scene);
    }
  }

  private Result run(Program program, Scene scene, Leaves leaves) throws Exception {
    Future<Object> future = start(program, scene);
    var task = new TestTask();
    try {
      if (leaves == Leaves.CANCELLED) {
        Drives.until(task, future, scene::isStuck);
        assertThat(future.cancel()).isFalse();
      }
      return Result.of(Drives.toTheEnd(task, future), null, scene);
    } catch (Throwable failure) {
      if (failure instanceof AssertionError) {
        throw failure;
      }
      return Result.of(null, failure, scene);
    } finally {
      assertThat(task.turnHeld()).isFalse();
      assertThat(task.unhandled()).isEmpty();
    }
  }
}
