package dev.weft.internal.gate;

import java.util.ServiceLoader;

/** Finds the gate when it is first needed. */
final class GateHolder {

  static final Gate GATE =
      ServiceLoader.load(Gate.class, Gate.class.getClassLoader())
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      "Weft's runtime was not found: no provider of dev.weft.internal.gate.Gate;"
                          + " the weft-core jar is incomplete or was repackaged without its"
                          + " META-INF/services."));

  private GateHolder() {}
}
