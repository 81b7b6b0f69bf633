/**
 * Waiting for a time.
 *
 * <ul>
 *   <li>{@link dev.weft.time.Sleep}: one deadline; {@link dev.weft.Async#sleep} for everyday use.
 *   <li>{@link dev.weft.time.Interval}: ticks in a fixed rhythm; {@link dev.weft.time.MissedTick}
 *       says what happens when they come too fast for who waits.
 *   <li>{@link dev.weft.time.DelayQueue}: values that come out at their deadlines.
 *   <li>{@link dev.weft.time.Deadlines}: arithmetic on times that can't overflow.
 * </ul>
 */
@NullMarked
package dev.weft.time;

import org.jspecify.annotations.NullMarked;
