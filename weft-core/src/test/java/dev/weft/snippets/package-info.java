/** The examples of the documentation, compiled and run by the tests. */
package dev.weft.snippets;
