/**
 * Adapters between Weft and the JDK's own ways of doing things later, each with cancellation:
 *
 * <ul>
 *   <li>{@link dev.weft.interop.CompletableFutures}: a future as a {@link
 *       java.util.concurrent.CompletableFuture}, a {@link java.util.concurrent.CompletionStage} as
 *       a future;
 *   <li>{@link dev.weft.interop.ExecutorRunner}: futures on any {@link
 *       java.util.concurrent.Executor}, with the timers and sockets of a runtime;
 *   <li>{@link dev.weft.interop.WeftExecutor}: a runtime as an {@link
 *       java.util.concurrent.ExecutorService};
 *   <li>{@link dev.weft.interop.Flows}: streams and sinks as publishers, subscribers and processors
 *       of {@link java.util.concurrent.Flow}, and back;
 *   <li>{@link dev.weft.interop.VirtualThreads}: a blocking call on a virtual thread as a future;
 *   <li>{@link dev.weft.interop.JavaStreams}: streams of the JDK as streams of Weft, and back.
 * </ul>
 */
@NullMarked
package dev.weft.interop;

import org.jspecify.annotations.NullMarked;
