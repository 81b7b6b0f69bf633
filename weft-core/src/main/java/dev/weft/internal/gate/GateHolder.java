package dev.weft.internal.gate;

/** Finds the gate when it is first needed. */
final class GateHolder {

  /*
   * By name, as this package may not know the runtime's. A ServiceLoader finds it as well, but it first
   * goes through the whole class path, which takes longer than starting a runtime does.
   */

  private static final String RUNTIME = "dev.weft.internal.scheduler.RuntimeGate";

  static final Gate GATE = find();

  private GateHolder() {}

  private static Gate find() {
    try {
      return Class.forName(RUNTIME, true, Gate.class.getClassLoader())
          .asSubclass(Gate.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(
          "Weft's runtime was not found: there is no class "
              + RUNTIME
              + " beside dev.weft.Weft; the weft-core jar is incomplete or was repackaged without"
              + " its internal classes.",
          missing);
    }
  }
}
