/**
 * What is left when something ends: failures that come after the first, and values that nobody can
 * receive any more. Internal; the lowest package behind the contract, so that all others share it.
 *
 * <ul>
 *   <li>{@link dev.weft.internal.cleanup.Trouble}: the first failure, with the later ones
 *       suppressed on it.
 *   <li>{@link dev.weft.internal.cleanup.Unwanted}: the close of a value by the default rule.
 *   <li>{@link dev.weft.internal.cleanup.Discards}: several of them, one after the other.
 * </ul>
 */
@NullMarked
package dev.weft.internal.cleanup;

import org.jspecify.annotations.NullMarked;
