/**
 * The weaver: takes a class file, turns its async lambdas into state machines, and gives back the
 * changed class file and one small companion class for each block. It knows nothing of javac; see
 * {@code docs/compiler.md} for how it works.
 */
@NullMarked
package dev.weft.compiler.weave;

import org.jspecify.annotations.NullMarked;
