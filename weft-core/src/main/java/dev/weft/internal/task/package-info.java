/**
 * The task cell: what {@code spawn} makes of a future. It knows its state word, its joiners and a
 * callback to be scheduled with; it knows no scheduler. Internal.
 */
@NullMarked
package dev.weft.internal.task;

import org.jspecify.annotations.NullMarked;
