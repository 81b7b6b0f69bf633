/**
 * The benchmark program: {@link dev.weft.bench.Main} runs workloads, {@link dev.weft.bench.Suite}
 * lists them.
 */
@NullMarked
package dev.weft.bench;

import org.jspecify.annotations.NullMarked;
