/** What the plugin of weft-compiler adds to the time that javac takes. */
@NullMarked
package dev.weft.bench.compile;

import org.jspecify.annotations.NullMarked;
