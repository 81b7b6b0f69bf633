/**
 * The javac plugin that compiles async blocks: put on the processor path, it starts by itself.
 * {@link dev.weft.compiler.WeftPlugin} checks the sources and rewrites the class files that javac
 * wrote; {@link dev.weft.compiler.OutputProbe} tells it where they are.
 */
@NullMarked
package dev.weft.compiler;

import org.jspecify.annotations.NullMarked;
