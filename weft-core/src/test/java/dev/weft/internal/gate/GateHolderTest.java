package dev.weft.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.internal.scheduler.RuntimeGate;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class GateHolderTest {

  @Test
  void get_isTheRuntimesGate() {
    assertThat(Gate.get()).isInstanceOf(RuntimeGate.class).isSameAs(Gate.get());
  }

  @Test
  void get_withoutTheRuntimesClasses_saysThatTheJarIsIncomplete() throws Exception {
    Method get = new Incomplete().loadClass(Gate.class.getName()).getMethod("get");
    assertThatThrownBy(() -> get.invoke(null))
        .hasRootCauseInstanceOf(ClassNotFoundException.class)
        .cause() // of the reflective call, then of the class that failed to be initialised
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no class dev.weft.internal.scheduler.RuntimeGate")
        .hasMessageContaining("the weft-core jar is incomplete");
  }

  /** Finds the classes of Weft as they are here, but for those of the scheduler. */
  private static final class Incomplete extends ClassLoader {

    Incomplete() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("dev.weft.internal.scheduler.")) {
        throw new ClassNotFoundException(name);
      }
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = Gate.class.getClassLoader().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException failure) {
        throw new ClassNotFoundException(name, failure);
      }
    }
  }
}
