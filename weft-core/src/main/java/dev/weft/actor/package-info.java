/**
 * Actors: units that share nothing and are sent messages, which each handles one at a time.
 *
 * <ul>
 *   <li>{@link dev.weft.actor.Actor}: what an actor is made of, and how to start it.
 *   <li>{@link dev.weft.actor.ActorRef}: one that runs, as others see it: tell, ask, stop, watch.
 *   <li>{@link dev.weft.actor.Supervision}: what happens when a handler fails.
 * </ul>
 *
 * <p><em>Flow control:</em> a mailbox has a limit, and {@code tell} waits for room.
 * <em>Re-entrancy:</em> there is none; a message is handled to its end, also across awaits, before
 * the next one begins. Where a handler would wait for itself it gets an {@link
 * IllegalStateException} at once.
 */
@NullMarked
package dev.weft.actor;

import org.jspecify.annotations.NullMarked;
