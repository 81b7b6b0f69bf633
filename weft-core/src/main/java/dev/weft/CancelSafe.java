package dev.weft;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of a method what is lost when the future that it returns is cancelled before it completes:
 * nothing, or what {@link #loses} names.
 *
 * <p>Where a method that loses something is called for a branch of {@code select} or {@code
 * selectBiased}, or under {@code timeout}, the compiler warns ({@code weft:cancel}), since such a
 * branch is cancelled in the normal run of things. Of methods without this annotation it assumes
 * nothing. A method has the annotation of the one that it overrides, unless it has its own.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface CancelSafe {

  /**
   * What is lost.
   *
   * @return the object of a sentence, such as "the items collected so far"; empty if nothing is
   */
  String loses() default "";

  /**
   * What loses nothing in its place.
   *
   * @return an imperative, such as "feed the item and flush"; empty if there is no such thing
   */
  String instead() default "";

  /**
   * With which first argument nothing is lost.
   *
   * @return types of that argument
   */
  Class<?>[] unless() default {};
}
