/** Makes random programs that javac accepts, as trees that can be shrunk. */
package dev.weft.verify.fuzz.generate;
