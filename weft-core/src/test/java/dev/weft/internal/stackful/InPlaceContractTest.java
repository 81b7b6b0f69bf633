package dev.weft.internal.stackful;

import dev.weft.Future;
import dev.weft.internal.stackful.Bodies.Program;
import dev.weft.internal.stackful.Scene.Backend;
import dev.weft.internal.stackful.Scene.Leaves;
import java.util.stream.Stream;

final class InPlaceContractTest extends BackendContract {

  @Override
  Stream<Program> programs() {
    return Bodies.all().stream();
  }

  @Override
  Scene scene(Leaves leaves) {
    return new Scene(leaves, Backend.STACKFUL, Mode.IN_PLACE);
  }

  @Override
  Future<Object> start(Program program, Scene scene) {
    return Mode.IN_PLACE.block(() -> program.body().run(scene));
  }
}
