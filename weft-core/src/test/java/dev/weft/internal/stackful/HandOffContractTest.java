package dev.weft.internal.stackful;

import dev.weft.Future;
import dev.weft.internal.stackful.Bodies.Program;
import dev.weft.internal.stackful.Scene.Backend;
import dev.weft.internal.stackful.Scene.Leaves;
import java.util.stream.Stream;

final class HandOffContractTest extends BackendContract {

  @Override
  Stream<Program> programs() {
    return Bodies.all().stream();
  }

  @Override
  Scene scene(Leaves leaves) {
    return new Scene(leaves, Backend.STACKFUL, Mode.HAND_OFF);
  }

  @Override
  Future<Object> start(Program program, Scene scene) {
    return Mode.HAND_OFF.block(() -> program.body().run(scene));
  }
}
