/** Eager promises with reactions. */
@NullMarked
package dev.weft.bench.compare.model.promises;

import org.jspecify.annotations.NullMarked;
