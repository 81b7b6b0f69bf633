/** Generators: asymmetric coroutines of one thread. */
@NullMarked
package dev.weft.bench.compare.model.generators;

import org.jspecify.annotations.NullMarked;
