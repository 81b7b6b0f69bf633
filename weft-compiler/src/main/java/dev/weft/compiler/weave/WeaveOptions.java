package dev.weft.compiler.weave;

import java.util.Objects;

/**
 * How to weave.
 *
 * @param types answers what the class file itself can't: whether a functional interface is marked
 *     {@code @AsyncLambda}, what a class extends, and whether it is public
 * @param debug keeps each variable that is in scope across an await, also when it isn't used any
 *     more, so that a debugger can show it; costs memory
 * @param preempt gives all blocks pre-emption points, but those of methods marked {@code
 *     Preemptible(false)}
 */
public record WeaveOptions(TypeSource types, boolean debug, boolean preempt) {

  /** Checks the components. */
  public WeaveOptions {
    Objects.requireNonNull(types, "types");
  }

  /**
   * Options without pre-emption points, but in methods marked {@code Preemptible}.
   *
   * @param types what answers for other classes
   * @param debug whether to keep all variables that are in scope
   */
  public WeaveOptions(TypeSource types, boolean debug) {
    this(types, debug, false);
  }

  /**
   * The usual options.
   *
   * @param types what answers for other classes
   * @return options without {@code debug} and {@code preempt}
   */
  public static WeaveOptions of(TypeSource types) {
    return new WeaveOptions(types, false);
  }
}
