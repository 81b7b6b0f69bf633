/**
 * Signals of the operating system: {@link dev.weft.signal.Signals}.
 *
 * <p>They come by way of {@code sun.misc.Signal} of the module {@code jdk.unsupported}, the only
 * way that the JDK has. Every JDK has the module; a program on the module path gets it by {@code
 * --add-modules jdk.unsupported}, and without it listening fails with an {@link
 * UnsupportedOperationException} that says so.
 */
@NullMarked
package dev.weft.signal;

import org.jspecify.annotations.NullMarked;
