/** Actors that send messages. */
@NullMarked
package dev.weft.bench.compare.model.actors;

import org.jspecify.annotations.NullMarked;
