/** Symmetric coroutines of one thread. */
@NullMarked
package dev.weft.bench.compare.model.symmetric;

import org.jspecify.annotations.NullMarked;
