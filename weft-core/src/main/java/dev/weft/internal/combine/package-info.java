/**
 * Futures made of futures: join, select, race, timeout, retry, shield, bound task-locals, and
 * scopes and join sets.
 *
 * <ul>
 *   <li>{@link dev.weft.internal.combine.Combinators}: the way in, called by the gate.
 *   <li>{@code Combinator}: base of all of them, with the single-owner rule; {@code Group}: base of
 *       those that poll several futures; {@code ReadyQueue}: which of many were woken.
 *   <li>{@code Disposal}: what becomes of a value that nobody can receive; {@code Failures}: the
 *       first failure and the others suppressed on it.
 *   <li>{@link dev.weft.internal.combine.ScopeImpl}: tasks that end together; {@code JoinCore}:
 *       tasks whose results are taken as they come, over such a scope, with {@code WaitLine} for
 *       those who wait for one.
 * </ul>
 */
@NullMarked
package dev.weft.internal.combine;

import org.jspecify.annotations.NullMarked;
