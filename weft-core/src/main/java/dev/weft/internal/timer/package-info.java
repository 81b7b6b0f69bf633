/**
 * The timer queues that a runtime can be built with. Internal; they order entries for one thread,
 * on top of the hand-over in {@link dev.weft.spi.InboxTimerQueue}.
 *
 * <ul>
 *   <li>{@link dev.weft.internal.timer.WheelTimerQueue}: a hierarchical wheel, the default.
 *   <li>{@link dev.weft.internal.timer.HeapTimerQueue}: a heap with four children a node.
 *   <li>{@link dev.weft.internal.timer.TreeTimerQueue}: a sorted tree.
 * </ul>
 */
@NullMarked
package dev.weft.internal.timer;

import org.jspecify.annotations.NullMarked;
