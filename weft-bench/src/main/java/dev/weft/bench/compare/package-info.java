/** {@code weft compare}: the same workloads on each model of concurrency, side by side. */
@NullMarked
package dev.weft.bench.compare;

import org.jspecify.annotations.NullMarked;
