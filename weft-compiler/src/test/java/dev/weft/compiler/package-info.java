/** The plugin in compilations of all kinds. */
package dev.weft.compiler;
