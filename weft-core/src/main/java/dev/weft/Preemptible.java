package dev.weft;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method whose async blocks have a pre-emption point in each turn of each loop, so that a
 * loop which runs for long can't starve other tasks of its worker.
 *
 * <p>At such a point a compiled block yields, as {@code await(yieldNow())} does, if its poll has
 * taken more than about 10 milliseconds; otherwise it goes on, for the price of one read. It may
 * then go on on another thread, and other blocks of its task may have run in between. A cancelled
 * block gets its {@link Cancellation} there. Without this annotation a loop runs until its next
 * {@code await}, unless all is compiled with the plugin's option {@code preempt=loops}.
 *
 * <p>A block has no such points inside {@code synchronized}, and none at all if its code uses
 * {@code java.util.concurrent.locks} or thread-locals, of which the compiler warns ({@code
 * weft:preempt}). Blocks that run stackful have none either.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Preemptible {

  /**
   * Whether the blocks of the method have pre-emption points.
   *
   * @return false to leave them out where {@code preempt=loops} would insert them
   */
  boolean value() default true;
}
