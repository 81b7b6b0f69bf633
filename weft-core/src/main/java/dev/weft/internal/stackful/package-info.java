/**
 * Blocks that run on virtual threads: driven in place by the thread that polls them where the JDK
 * is opened for it, otherwise handed over to the JDK's scheduler; and {@code await} outside any
 * block.
 */
@NullMarked
package dev.weft.internal.stackful;

import org.jspecify.annotations.NullMarked;
