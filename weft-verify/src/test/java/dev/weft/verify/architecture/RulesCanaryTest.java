package dev.weft.verify.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** ArchUnit is awake and the rules bite: each finds what was planted against it, and only that. */
final class RulesCanaryTest {
  private static final String PLANTED = "dev.weft.verify.architecture.planted";
  private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(PLANTED);

  private static List<String> violations(ArchRule rule) {
    return rule.evaluate(CLASSES).getFailureReport().getDetails();
  }

  @Test
  void packageAhead_used_isFound() {
    var order =
        new PackageOrder(
            List.of(
                List.of(PLANTED + "!", PLANTED + ".internal", PLANTED + ".first"),
                List.of(PLANTED + ".second")));

    assertThat(violations(classes().should(order.respected())))
        .singleElement()
        .asString()
        .contains("LooksAhead.use()", "Behind.value()");
  }

  @Test
  void packageWithoutPlace_found_isAViolation() {
    var order = new PackageOrder(List.of(List.of(PLANTED + "!", PLANTED + ".internal")));

    assertThat(violations(classes().should(order.respected())))
        .hasSize(2)
        .allMatch(text -> text.endsWith("is in a package that has no place in the order"));
  }

  @Test
  void internalType_inAVisibleSignature_isFound() {
    assertThat(violations(classes().should(Rules.showNoInternalType())))
        .containsExactly(
            PLANTED + ".Leaks.shown() shows the internal type " + PLANTED + ".internal.Hidden");
  }

  @Test
  void systemCalls_outsideTheSpi_areFound() {
    assertThat(violations(Rules.systemOnlyBehindTheSpi()))
        .hasSize(3)
        .anyMatch(text -> text.contains("System.nanoTime()"))
        .anyMatch(text -> text.contains("java.lang.Thread.<init>"))
        .anyMatch(text -> text.contains("java.util.Random.<init>()"));
  }

  @Test
  void oldLogging_used_isFound() {
    assertThat(violations(Rules.noOldLogging()))
        .anyMatch(text -> text.contains("java.util.logging.Logger"))
        .anyMatch(text -> text.contains("printStackTrace()"));
  }
}
