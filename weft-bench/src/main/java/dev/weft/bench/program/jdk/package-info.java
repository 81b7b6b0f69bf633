/**
 * The works in what the JDK offers: threads, virtual threads, CompletableFuture and ForkJoinPool.
 */
@NullMarked
package dev.weft.bench.program.jdk;

import org.jspecify.annotations.NullMarked;
