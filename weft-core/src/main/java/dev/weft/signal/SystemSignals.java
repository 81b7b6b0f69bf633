package dev.weft.signal;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** The table of the JDK, by reflection, as its class isn't part of the platform's API. */
final class SystemSignals implements SignalTable {

  private final Constructor<?> signal;
  private final Class<?> handlerType;
  private final Method handle;

  /**
   * Finds the JDK's table.
   *
   * @throws UnsupportedOperationException if there is none
   */
  SystemSignals() {
    this("sun.misc.Signal");
  }

  SystemSignals(String className) {
    try {
      Class<?> type = Class.forName(className);
      handlerType = Class.forName(className + "Handler");
      signal = type.getConstructor(String.class);
      handle = type.getMethod("handle", type, handlerType);
    } catch (ReflectiveOperationException missing) {
      throw new UnsupportedOperationException(
          "This JVM lets nobody listen to signals: it has no "
              + className
              + "; start it with --add-modules jdk.unsupported.",
          missing);
    }
  }

  @Override
  public Object install(String name, Runnable handler) {
    InvocationHandler calls =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "handle" -> {
                handler.run();
                yield null;
              }
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> "Weft's handler of " + name;
            };
    Object made =
        Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType}, calls);
    return replace(name, made);
  }

  @Override
  public void restore(String name, Object before) {
    replace(name, before);
  }

  private Object replace(String name, Object handler) {
    return call(
        "The signal " + name + " can't be listened to: the JVM or the system reserves it.",
        () -> handle.invoke(null, signalOf(name), handler));
  }

  private Object signalOf(String name) {
    return call(
        "The signal "
            + name
            + " is unknown on this system; accepted are names such as INT, TERM and HUP.",
        () -> signal.newInstance(name));
  }

  private static Object call(String refusal, Reflective call) {
    try {
      return call.invoke();
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof IllegalArgumentException) {
        throw new IllegalArgumentException(refusal, refused.getCause());
      }
      throw new AssertionError("sun.misc.Signal throws nothing else.", refused.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("The members are public.", impossible);
    }
  }

  private interface Reflective {
    Object invoke() throws ReflectiveOperationException;
  }
}
