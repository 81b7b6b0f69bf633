/**
 * Other programs: {@link dev.weft.process.Command} starts one, {@link dev.weft.process.Child} is
 * one that runs.
 *
 * <p>No thread waits for a child that nobody reads from or writes to, but the JDK's own small one
 * which takes its exit status. Reading from a pipe takes a thread of the blocking pool while there
 * is nothing to read, one for each pipe, since the JDK can't wait for pipes otherwise.
 */
@NullMarked
package dev.weft.process;

import org.jspecify.annotations.NullMarked;
