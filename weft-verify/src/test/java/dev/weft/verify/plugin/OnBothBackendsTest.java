package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.compiler.weave.FuzzedWeaver;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests of {@code weft-core} do the same as state machines as they do on virtual threads: there the
 * very same classes run as they were compiled, without the plugin. The last class of each group is
 * the test, those before it are what it tests.
 */
final class OnBothBackendsTest {

  private static final List<List<String>> GROUPS =
      List.of(
          List.of("dev.weft.snippets.SyncSnippets", "dev.weft.snippets.SyncSnippetsTest"),
          List.of("dev.weft.snippets.JoinSetSnippets", "dev.weft.snippets.JoinSetSnippetsTest"),
          List.of("dev.weft.snippets.InteropSnippets", "dev.weft.snippets.InteropSnippetsTest"),
          List.of("dev.weft.backend.RacesTest"),
          List.of("dev.weft.backend.JoinSetThreadsTest"),
          List.of("dev.weft.backend.ContextCarrierTest"));

  private static byte[] classFile(String name) throws IOException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = OnBothBackendsTest.class.getClassLoader().getResourceAsStream(file)) {
      assertThat(in).as(file + " of weft-core's tests").isNotNull();
      return in.readAllBytes();
    }
  }

  private static Map<String, byte[]> woven(List<String> names) throws IOException {
    Map<String, byte[]> plain = new HashMap<>();
    for (String name : names) {
      plain.put(name.replace('.', '/'), classFile(name));
    }
    Map<String, byte[]> woven = new HashMap<>();
    for (String name : plain.keySet()) {
      woven.putAll(new FuzzedWeaver().weave(name, plain, true));
    }
    return woven;
  }

  @Test
  void groups_woven_haveAStateMachinePerBlock() throws Exception {
    for (List<String> names : GROUPS) {
      assertThat(woven(names)).as(names.getLast()).hasSizeGreaterThanOrEqualTo(names.size() + 4);
    }
  }

  @TestFactory
  Stream<DynamicContainer> group_asStateMachines_passesTheSameTests() throws Exception {
    List<DynamicContainer> all = new ArrayList<>();
    for (List<String> names : GROUPS) {
      Class<?> tests = new WovenLoader(woven(names)).loadClass(names.getLast());
      assertThat(tests.getClassLoader()).isInstanceOf(WovenLoader.class);
      Stream<DynamicTest> each =
          Arrays.stream(tests.getDeclaredMethods())
              .filter(method -> method.isAnnotationPresent(Test.class))
              .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(tests, method)));
      all.add(DynamicContainer.dynamicContainer(tests.getSimpleName(), each));
    }
    return all.stream();
  }

  private static void run(Class<?> tests, Method method) throws Throwable {
    var constructor = tests.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object instance = constructor.newInstance();
    try {
      call(method, instance);
    } finally {
      for (Method each : tests.getDeclaredMethods()) {
        if (each.isAnnotationPresent(AfterEach.class)) {
          call(each, instance);
        }
      }
    }
  }

  private static void call(Method method, Object instance) throws Throwable {
    method.setAccessible(true);
    try {
      method.invoke(instance);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
