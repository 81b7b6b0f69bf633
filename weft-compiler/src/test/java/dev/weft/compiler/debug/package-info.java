/** What a debugger sees of compiled blocks. */
package dev.weft.compiler.debug;
