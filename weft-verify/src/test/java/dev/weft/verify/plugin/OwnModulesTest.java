package dev.weft.verify.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Async;
import dev.weft.AsyncBody;
import dev.weft.Future;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Weft's own modules, as they were just built, have state machines for their async blocks. */
final class OwnModulesTest {

  private static AsyncLambdas lambdas(String module, String classes) throws IOException {
    return AsyncLambdas.in(
        Path.of(System.getProperty("weft.root"), module, "target").resolve(classes));
  }

  /**
   * The least numbers are there so that a folder that isn't compiled with the plugin is noticed.
   */
  @ParameterizedTest
  @CsvSource({
    "weft-kv,       classes,      30",
    "weft-kv,       test-classes, 20",
    "weft-cli,      classes,      10",
    "weft-examples, classes,      20",
    "weft-examples, test-classes, 1",
    "weft-bench,    classes,      1",
    "weft-codec,    test-classes, 1",
  })
  void blocks_ofAModule_areStateMachinesWithoutException(String module, String classes, int least)
      throws Exception {
    AsyncLambdas lambdas = lambdas(module, classes);

    assertThat(lambdas.woven()).hasSizeGreaterThanOrEqualTo(least);
    assertThat(lambdas.left()).as("blocks that run stackful").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"weft-core, classes", "weft-codec, classes", "weft-compiler, classes"})
  void modules_belowThePluginOrWithoutBlocks_haveNone(String module, String classes)
      throws Exception {
    assertThat(lambdas(module, classes).left()).isEmpty();
    assertThat(lambdas(module, classes).woven()).isEmpty();
  }

  @Test
  void blocks_notCompiledWithThePlugin_areNoticed() throws Exception {
    Path classes =
        Path.of(OwnModulesTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());

    assertThat(AsyncLambdas.in(classes).left())
        .contains(OwnModulesTest.class.getName() + ".planted")
        .contains(OwnModulesTest.class.getName() + ".plantedReference");
  }

  /** This module is compiled without the plugin. */
  static Future<Integer> planted() {
    return Async.async(() -> 1);
  }

  static AsyncBody<Integer> plantedReference() {
    return Integer.valueOf(1)::intValue;
  }
}
