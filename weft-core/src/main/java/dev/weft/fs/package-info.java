/**
 * Files and directories without blocking a worker.
 *
 * <ul>
 *   <li>{@link dev.weft.fs.AsyncFiles}: what {@link java.nio.file.Files} has, as futures: whole
 *       files, copies, names, permissions, temporary files. Begin here.
 *   <li>{@link dev.weft.fs.AsyncFile}: an open file, to be read and written piece by piece or at
 *       any position.
 *   <li>{@link dev.weft.fs.Entries}: the entries of a directory or a whole tree as a stream; {@link
 *       dev.weft.fs.WalkOptions} says how deep and what to do about links and failures.
 *   <li>{@link dev.weft.fs.FileLines}: the lines of a file as a stream.
 *   <li>{@link dev.weft.fs.DirectoryWatch}: what changes in a directory as a stream of {@link
 *       dev.weft.fs.FileChange}s.
 *   <li>{@link dev.weft.fs.TempPath}: a file or directory that is gone when it is closed.
 * </ul>
 *
 * <p>Where native access is enabled, what is in the system's cache is read on the worker itself.
 * Everything else goes through the ring, if the driver is io_uring, or runs on the runtime's
 * threads for blocking calls. Operations that wait at the same time share the hop to such a thread,
 * and streams fetch many entries at a time, so many small operations are cheap; one that blocks for
 * long holds others up for a millisecond at most.
 *
 * <p>Failures are {@link java.io.IOException}s that name the path and the reason, of the types of
 * {@code java.nio.file}: {@link java.nio.file.NoSuchFileException}, {@link
 * java.nio.file.AccessDeniedException} and so on, or else {@link
 * java.nio.file.FileSystemException}: {@code /data/log: No space left on device}.
 *
 * <p><em>Cancellation:</em> an operation that hasn't begun never does. One that has begun isn't
 * torn apart: who cancels it waits until it has ended, long ones (copies, whole files, trees)
 * stopping between two pieces. Then its buffer is free, and each method says what may have been
 * done. Only an open that waits for the other end of a pipe isn't waited for: where the system
 * can't be told to give it up, it keeps a thread of the blocking pool until that end comes, and is
 * closed then. The close of the runtime doesn't wait for that thread.
 */
@NullMarked
package dev.weft.fs;

import org.jspecify.annotations.NullMarked;
