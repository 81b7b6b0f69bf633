/** Stackful tasks on Weft. */
@NullMarked
package dev.weft.bench.compare.model.stackful;

import org.jspecify.annotations.NullMarked;
