/** Stackless tasks on Weft whose loops can be pre-empted. */
@NullMarked
package dev.weft.bench.compare.model.preemptible;

import org.jspecify.annotations.NullMarked;
