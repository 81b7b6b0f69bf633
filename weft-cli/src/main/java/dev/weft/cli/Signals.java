package dev.weft.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/** What becomes of SIGTERM and SIGINT. */
final class Signals {

  /*
   * A shutdown hook can't do this: with one the JVM ends with 143 or 130 whatever the hook does, while a
   * program that was asked to stop and did so should exit with 0. The handler of jdk.unsupported can. It
   * is reached by reflection, as javac warns of its type in a way that nothing switches off.
   */

  private Signals() {}

  /**
   * Calls an action when the user asks the program to stop; asked again, the program ends at once.
   *
   * @return whether the JVM lets signals be handled; where it doesn't, it handles them in its own
   *     way
   */
  static boolean onStop(Runnable action) {
    var asked = new AtomicBoolean();
    InvocationHandler handler =
        (proxy, method, args) -> {
          if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, args);
          }
          if (asked.compareAndSet(false, true)) {
            action.run();
          } else {
            Runtime.getRuntime().halt(1);
          }
          return null;
        };
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(), new Class<?>[] {handlerType}, handler);
      Method handle = signal.getMethod("handle", signal, handlerType);
      for (String name : new String[] {"TERM", "INT"}) {
        handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
      }
      return true;
    } catch (ReflectiveOperationException refused) {
      // No jdk.unsupported in this JVM's image, or -Xrs.
      return false;
    }
  }

  private static Object ofObject(Object proxy, Method method, Object[] args) {
    return switch (method.getName()) {
      case "equals" -> proxy == args[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "weft's signal handler";
    };
  }
}
