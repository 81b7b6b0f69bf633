/**
 * What tests of the compiler are written with: {@link dev.weft.compiler.testkit.Shapes} compiles a
 * piece of source, runs it blocking and woven, and compares.
 */
package dev.weft.compiler.testkit;
