/** The works of channels and streams in Reactor. */
@NullMarked
package dev.weft.bench.program.reactor;

import org.jspecify.annotations.NullMarked;
