/** What each model of concurrency is asked to do, and what it may use for it. */
@NullMarked
package dev.weft.bench.compare.model;

import org.jspecify.annotations.NullMarked;
