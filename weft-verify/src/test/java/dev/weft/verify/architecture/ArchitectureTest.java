package dev.weft.verify.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules, on the classes of the libraries as they were just built. */
final class ArchitectureTest {
  private static final JavaClasses CORE = built("weft-core");
  private static final JavaClasses LIBRARIES = built("weft-core", "weft-codec", "weft-kv");

  private static final JavaClasses COMPILER = built("weft-compiler");

  private static JavaClasses built(String... modules) {
    Path root = Path.of(System.getProperty("weft.root"));
    return new ClassFileImporter()
        .importPaths(
            Stream.of(modules)
                .map(module -> root.resolve(module).resolve("target/classes"))
                .filter(Files::isDirectory)
                .toList());
  }

  @Test
  void core_built_isSeenByTheRules() {
    assertThat(CORE.contain("dev.weft.Future")).isTrue();
  }

  @Test
  void packagesOfCore_used_areBeforeTheirUsers() {
    classes().should(PackageOrder.CORE.respected()).allowEmptyShould(true).check(CORE);
  }

  @Test
  void compiler_asAModule_dependsOnTheJdkOnly() {
    assertThat(COMPILER.contain("dev.weft.compiler.weave.ClassWeaver")).isTrue();
    noClasses()
        .that()
        .resideInAPackage("dev.weft.compiler..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideOutsideOfPackages(
                "dev.weft.compiler..", "java..", "javax..", "com.sun.source..", "org.jspecify.."))
        .check(COMPILER);
  }

  @Test
  void weaver_insideTheCompiler_knowsNothingOfJavac() {
    noClasses()
        .that()
        .resideInAPackage("dev.weft.compiler.weave")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.weft.compiler", "dev.weft.compiler.check", "com.sun.source..", "javax..")
        .check(COMPILER);
  }

  @Test
  void internalTypes_ofTheLibraries_areInNoSignatureThatUsersSee() {
    classes()
        .that()
        .resideOutsideOfPackage("..internal..")
        .should(Rules.showNoInternalType())
        .allowEmptyShould(true)
        .check(LIBRARIES);
  }

  @Test
  void timeRandomnessAndThreads_inTheLibraries_comeThroughTheSpi() {
    Rules.systemOnlyBehindTheSpi().check(LIBRARIES);
  }

  @Test
  void logging_inTheLibraries_isSystemLogger() {
    Rules.noOldLogging().check(LIBRARIES);
  }
}
