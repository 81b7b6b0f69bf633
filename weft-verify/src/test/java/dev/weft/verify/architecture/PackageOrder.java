package dev.weft.verify.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/**
 * A total order of packages in which each may use only itself and those before it.
 *
 * @param ranks the packages of each rank, lowest first; a subpackage that is not named belongs to
 *     the nearest named package above it, a root without subpackages of its own is written with a
 *     trailing {@code !}
 */
record PackageOrder(List<List<String>> ranks) {
  /** The order of weft-core. {@code dev.weft} itself lends its rank to no subpackage. */
  static final PackageOrder CORE =
      new PackageOrder(
          List.of(
              List.of("dev.weft!", "dev.weft.internal.gate"),
              List.of("dev.weft.codegen"),
              List.of("dev.weft.internal.cleanup"),
              List.of("dev.weft.spi"),
              List.of("dev.weft.time"),
              List.of("dev.weft.io"),
              List.of("dev.weft.sync"),
              List.of("dev.weft.stream"),
              List.of("dev.weft.task"),
              List.of("dev.weft.internal.timer"),
              List.of("dev.weft.internal.combine", "dev.weft.internal.task"),
              List.of("dev.weft.internal.stackful"),
              List.of("dev.weft.internal.reactor"),
              List.of("dev.weft.internal.scheduler"),
              List.of("dev.weft.net"),
              List.of("dev.weft.net.tls"),
              List.of("dev.weft.fs"),
              List.of("dev.weft.process"),
              List.of("dev.weft.signal"),
              List.of("dev.weft.interop"),
              List.of("dev.weft.coroutine"),
              List.of("dev.weft.actor")));

  /** Rank of a package, or -1 if it has none. */
  int rankOf(String packageName) {
    for (String name = packageName; !name.isEmpty(); name = parent(name)) {
      for (int rank = 0; rank < ranks.size(); rank++) {
        if (ranks.get(rank).contains(name)
            || (name.equals(packageName) && ranks.get(rank).contains(name + "!"))) {
          return rank;
        }
      }
    }
    return -1;
  }

  private static String parent(String packageName) {
    int dot = packageName.lastIndexOf('.');
    return dot < 0 ? "" : packageName.substring(0, dot);
  }

  /** Holds for a class that has a rank and uses no class of a higher one. */
  ArchCondition<JavaClass> respected() {
    return new ArchCondition<>("use only packages before their own") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        int rank = rankOf(type.getPackageName());
        if (rank < 0) {
          String message = type.getName() + " is in a package that has no place in the order";
          events.add(SimpleConditionEvent.violated(type, message));
          return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass().getBaseComponentType();
          if (rankOf(target.getPackageName()) > rank) {
            events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
          }
        }
      }
    };
  }
}
