/** TCP servers that send back what arrives, in Weft and in others, and what they cost. */
@NullMarked
package dev.weft.bench.echo;

import org.jspecify.annotations.NullMarked;
