/** The {@code weft} program: one class for each of its commands. */
@NullMarked
package dev.weft.cli;

import org.jspecify.annotations.NullMarked;
