package dev.weft.verify.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The rules that hold for all of the libraries. */
final class Rules {
  private Rules() {}

  /** Forbidden calls by owner: of these methods, whatever their parameters. */
  private static final Map<String, Set<String>> TIME_RANDOM_THREADS =
      Map.of(
          "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
          "java.lang.Math", Set.of("random"),
          "java.lang.Thread",
              Set.of("<init>", "sleep", "ofPlatform", "ofVirtual", "startVirtualThread"),
          "java.time.Instant", Set.of("now"),
          "java.time.Clock", Set.of("systemUTC", "systemDefaultZone"),
          "java.util.Timer", Set.of("<init>"),
          "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
          "java.util.concurrent.ForkJoinPool", Set.of("<init>", "commonPool"),
          "java.util.concurrent.Executors",
              Set.of(
                  "newCachedThreadPool",
                  "newFixedThreadPool",
                  "newScheduledThreadPool",
                  "newSingleThreadExecutor",
                  "newSingleThreadScheduledExecutor",
                  "newThreadPerTaskExecutor",
                  "newVirtualThreadPerTaskExecutor",
                  "newWorkStealingPool"));

  private static final Set<String> UNSEEDED =
      Set.of("java.util.Random", "java.util.SplittableRandom");

  /**
   * Time, randomness and threads come in through {@code dev.weft.spi}, so that a simulation can
   * replace them all. Only what implements it for real may ask the system: classes of core whose
   * name begins with {@code System}, and the kind of thread that they make.
   */
  static ArchRule systemOnlyBehindTheSpi() {
    return noClasses()
        .that(
            DescribedPredicate.describe(
                "are not the System… classes behind dev.weft.spi",
                type ->
                    !type.getName()
                        .matches(
                            "dev\\.weft\\.(spi\\.RuntimeThread|(spi|internal)\\.(\\w+\\.)*System.*)")))
        .should()
        .accessTargetWhere(
            DescribedPredicate.describe("asks the system for time, chance or threads", Rules::asks))
        .allowEmptyShould(true);
  }

  private static boolean asks(JavaAccess<?> access) {
    AccessTarget target = access.getTarget();
    String owner = target.getOwner().getName();
    if (TIME_RANDOM_THREADS.getOrDefault(owner, Set.of()).contains(target.getName())) {
      return true;
    }
    return target instanceof CodeUnitAccessTarget call
        && UNSEEDED.contains(owner)
        && call.getName().equals("<init>")
        && call.getRawParameterTypes().isEmpty();
  }

  /** Logging is {@code System.Logger}; a trace goes there or to the caller. */
  static ArchRule noOldLogging() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .orShould()
        .accessTargetWhere(
            DescribedPredicate.describe(
                "prints a stack trace",
                access -> access.getTarget().getName().equals("printStackTrace")))
        .allowEmptyShould(true);
  }

  /** What users can see of an exported package names no type of an internal one. */
  static ArchCondition<JavaClass> showNoInternalType() {
    return new ArchCondition<>("show no internal type") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        if (!visible(type)) {
          return;
        }
        Stream.concat(
                type.getSuperclass().stream(),
                Stream.concat(type.getInterfaces().stream(), type.getTypeParameters().stream()))
            .forEach(shown -> report(type, type.getName(), shown, events));
        for (JavaMember member : type.getMembers()) {
          if (seen(member)) {
            typesOf(member).forEach(shown -> report(type, member.getFullName(), shown, events));
          }
        }
      }
    };
  }

  private static void report(JavaClass type, String where, JavaType shown, ConditionEvents events) {
    for (JavaClass raw : shown.getAllInvolvedRawTypes()) {
      if ((raw.getPackageName() + ".").contains(".internal.")) {
        String message = where + " shows the internal type " + raw.getName();
        events.add(SimpleConditionEvent.violated(type, message));
      }
    }
  }

  private static Collection<JavaType> typesOf(JavaMember member) {
    return switch (member) {
      case JavaField field -> List.of(field.getType());
      case JavaCodeUnit unit ->
          Stream.concat(
                  Stream.of(unit.getReturnType()),
                  Stream.concat(
                      unit.getParameterTypes().stream(), unit.getTypeParameters().stream()))
              .toList();
      default -> List.of();
    };
  }

  private static boolean visible(JavaClass type) {
    return seen(type) && type.getEnclosingClass().map(Rules::visible).orElse(true);
  }

  private static boolean seen(HasModifiers item) {
    return item.getModifiers().contains(PUBLIC) || item.getModifiers().contains(PROTECTED);
  }
}
