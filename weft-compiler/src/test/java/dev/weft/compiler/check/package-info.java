/** Sources and the diagnostics that they are expected to get. */
package dev.weft.compiler.check;
