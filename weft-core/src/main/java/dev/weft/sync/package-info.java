/**
 * Ways for tasks to meet: channels, locks and signals that wait without holding a thread.
 *
 * <ul>
 *   <li>{@link dev.weft.sync.Oneshot}: one value from one side to the other. {@link
 *       dev.weft.sync.Mpsc}: many values from many senders to one receiver, bounded or not. {@link
 *       dev.weft.sync.Mpmc} and {@link dev.weft.sync.Rendezvous}: to many receivers, each value to
 *       one of them. {@link dev.weft.sync.Broadcast}: each value to all. {@link
 *       dev.weft.sync.Watch}: the newest value.
 *   <li>{@link dev.weft.sync.AsyncSemaphore}, {@link dev.weft.sync.AsyncMutex}, {@link
 *       dev.weft.sync.AsyncRwLock}, {@link dev.weft.sync.RateLimiter}: first come, first served.
 *   <li>{@link dev.weft.sync.OnceCell}, {@link dev.weft.sync.LazyCell}: a value that is computed
 *       once.
 *   <li>{@link dev.weft.sync.Notify}: a wake-up without a value. {@link
 *       dev.weft.sync.CancellationToken}: a request to stop. {@link dev.weft.sync.AsyncBarrier} and
 *       {@link dev.weft.sync.TaskTracker}: waiting for others.
 * </ul>
 *
 * <p>All of it works with and without a runtime, on any thread. A future takes its place in a queue
 * at its <em>first poll</em>, not when it is created. What was set aside for a future that is
 * cancelled before its next poll goes back or to the next in line: nothing is lost, nothing is
 * doubled. Wakers are called without any lock held, so they may come back into the same object.
 */
@NullMarked
package dev.weft.sync;

import org.jspecify.annotations.NullMarked;
