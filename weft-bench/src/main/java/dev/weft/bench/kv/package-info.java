/** Workloads on the key-value server, and the programs that they start. */
@NullMarked
package dev.weft.bench.kv;

import org.jspecify.annotations.NullMarked;
