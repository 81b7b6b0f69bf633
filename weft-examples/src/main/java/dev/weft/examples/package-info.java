/** Small programs that show how Weft is used; the tests compile and run each of them. */
@NullMarked
package dev.weft.examples;

import org.jspecify.annotations.NullMarked;
