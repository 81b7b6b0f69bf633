/**
 * The task suite: what tasks, channels, timers and memory cost in Weft and in its rivals, each in
 * processes of its own.
 */
@NullMarked
package dev.weft.bench.tasks;

import org.jspecify.annotations.NullMarked;
