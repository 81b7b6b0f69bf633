/**
 * The contract: what users of Weft write and what everything else is built on.
 *
 * <p>Which type when:
 *
 * <ul>
 *   <li>{@link dev.weft.Async}: the static methods of everyday code, {@code async}, {@code await},
 *       {@code spawn}, {@code join}, {@code select}, {@code timeout}; import them statically.
 *   <li>{@link dev.weft.Weft}: a runtime; start one with {@link dev.weft.Weft#create()}.
 *   <li>{@link dev.weft.Future}, {@link dev.weft.Poll}, {@link dev.weft.Context}, {@link
 *       dev.weft.Waker}: the polling protocol, for those who write their own event sources.
 *   <li>{@link dev.weft.JoinHandle}: a spawned task; {@link dev.weft.Scope}: several tasks that end
 *       together; {@link dev.weft.Cancellation}: what a cancelled block sees.
 *   <li>{@link dev.weft.JoinSet}, {@link dev.weft.JoinMap}: tasks whose results are taken in the
 *       order in which they end.
 *   <li>{@link dev.weft.Retry}: how {@code retry} tries again.
 *   <li>{@link dev.weft.AsyncCloseable}: a resource whose closing has to wait.
 *   <li>{@link dev.weft.TaskLocal}: a value that travels with the work; {@link
 *       dev.weft.ContextCarrier}: what takes other libraries' thread-locals along.
 * </ul>
 *
 * <p>This package depends on nothing else in Weft, except that its facades reach the runtime
 * through one internal gate.
 */
@NullMarked
package dev.weft;

import org.jspecify.annotations.NullMarked;
