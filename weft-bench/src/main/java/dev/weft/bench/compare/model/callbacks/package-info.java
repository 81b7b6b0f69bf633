/** A pool, and what comes next as an argument: continuation passing. */
@NullMarked
package dev.weft.bench.compare.model.callbacks;

import org.jspecify.annotations.NullMarked;
