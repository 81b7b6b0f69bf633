/** Stackless tasks on Weft. */
@NullMarked
package dev.weft.bench.compare.model.stackless;

import org.jspecify.annotations.NullMarked;
