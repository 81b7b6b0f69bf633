package dev.weft.spi;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Operations on files that need no thread of the blocking pool, or at least not each. Descriptors
 * are those of the process; whoever opened one closes it.
 *
 * <p>A request is carried out in one of three ways: at once by {@link #attempt}, if all that it
 * needs is in memory; by the operating system after {@link #submit}, if this driver {@linkplain
 * #takesRequests takes requests}; or by {@link #run} on a thread that may block.
 *
 * <p><em>Threads:</em> any.
 */
public interface FileDriver {

  /** The most bytes that an {@link #attempt} to read moves. */
  int MOST_ATTEMPTED_BYTES = 64 * 1024;

  /**
   * Carries out a request on the calling thread, if that takes no waiting: the file is known to the
   * system and what is read of it, or asked about it, is in memory. Only a regular file is opened,
   * unless the request says otherwise, and only to read it; then its {@linkplain FileRequest#size
   * status} is known, too. It has to be {@linkplain #settle settled} before anything but attempts
   * is made on it. Nothing is written. Its owner isn't called.
   *
   * @param request one that isn't under way
   * @return whether it has ended, with the result in it; if not, nothing has been done
   */
  boolean attempt(FileRequest request);

  /**
   * Makes a file that an {@link #attempt} has opened one as any other.
   *
   * @param file a descriptor
   */
  void settle(int file);

  /**
   * Whether {@link #submit} may be called; if not, requests that can't be carried out at once have
   * to be {@link #run}.
   *
   * @return the same for as long as this driver is open
   */
  boolean takesRequests();

  /**
   * Hands over a request, which has to be complete. Its owner hears of the end, in a later {@link
   * Driver#turn}.
   *
   * @param request one that isn't under way
   * @return false if the driver is closed, and nothing has begun
   */
  boolean submit(FileRequest request);

  /**
   * Asks the operating system to end a request early. The request stays under way until its owner
   * hears of the end, and may succeed all the same. One that closes a file isn't ended early.
   *
   * @param request one that was submitted; nothing happens if it has ended
   */
  void cancel(FileRequest request);

  /**
   * Carries out a request on the calling thread, which may block, and leaves the result in it. Its
   * owner isn't called.
   *
   * @param request one that isn't under way
   */
  void run(FileRequest request);

  /**
   * Asks for the common position of a file.
   *
   * @param file a descriptor
   * @return bytes from the beginning, or the negative number of an error
   */
  long position(int file);

  /**
   * Moves the common position of a file.
   *
   * @param file a descriptor
   * @param position bytes from the beginning
   * @return the position, or the negative number of an error
   */
  long moveTo(int file, long position);

  /**
   * Moves the common position of a file to its end.
   *
   * @param file a descriptor
   * @return the position, or the negative number of an error
   */
  long moveToEnd(int file);

  /**
   * Cuts or lengthens a file; this blocks.
   *
   * @param file a descriptor
   * @param size bytes it has then
   * @return 0, or the negative number of an error
   */
  int resize(int file, long size);

  /**
   * Closes a file at once, for when {@link #submit} refuses; this may block.
   *
   * @param file a descriptor, which is gone then in any case
   */
  void close(int file);

  /**
   * The exception that {@link java.nio.file} has for an error.
   *
   * @param path of the file
   * @param error the number, positive
   * @return an exception with the path and the system's text
   */
  IOException failure(Path path, int error);
}
