/**
 * Weft's works. The sources of this package are compiled twice: with the plugin of weft-compiler
 * for stackless blocks, and without it for stackful ones.
 */
@NullMarked
package dev.weft.bench.program.weft;

import org.jspecify.annotations.NullMarked;
