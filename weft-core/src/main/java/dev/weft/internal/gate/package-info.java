/**
 * The one link from the facades in {@code dev.weft} down to the runtime. Internal; {@link
 * dev.weft.internal.gate.Gate} is implemented by the scheduler package.
 */
@NullMarked
package dev.weft.internal.gate;

import org.jspecify.annotations.NullMarked;
