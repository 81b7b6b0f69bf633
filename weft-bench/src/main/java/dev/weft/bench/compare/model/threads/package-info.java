/** A thread for each activity: of the system, or virtual. */
@NullMarked
package dev.weft.bench.compare.model.threads;

import org.jspecify.annotations.NullMarked;
