/**
 * What is wrong with the use of async blocks in a source file, found in its attributed tree: errors
 * for awaits that can't be compiled, warnings for what will hold up a worker.
 */
@NullMarked
package dev.weft.compiler.check;

import org.jspecify.annotations.NullMarked;
