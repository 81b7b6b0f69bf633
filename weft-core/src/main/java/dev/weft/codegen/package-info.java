/**
 * The contract between compiled async blocks, Weft's own futures and the task that polls them. It
 * is exported because compiled user code links to it, and not meant to be used by hand: it may
 * change with any version, which {@link dev.weft.codegen.Codegen#link} checks when a class is
 * linked.
 *
 * <ul>
 *   <li>{@link dev.weft.codegen.RawFuture}: a future that answers polls without a {@link
 *       dev.weft.Poll} object.
 *   <li>{@link dev.weft.codegen.LeafFuture}: base of futures that wait for one event.
 *   <li>{@link dev.weft.codegen.CloseFuture}: a close that takes effect at once.
 *   <li>{@link dev.weft.codegen.AsyncState}: base of compiled blocks; {@link
 *       dev.weft.codegen.CompiledBody}: what a compiled lambda is.
 *   <li>{@link dev.weft.codegen.PollContext}: the context that a task passes down, with its budget
 *       and its cancellation.
 * </ul>
 */
@NullMarked
package dev.weft.codegen;

import org.jspecify.annotations.NullMarked;
