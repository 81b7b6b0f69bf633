/**
 * Drivers and sockets on system calls of Linux, made by the foreign function interface. Internal; a
 * runtime gets at it through {@link dev.weft.internal.reactor.linux.LinuxProvider}.
 *
 * <p>A {@code LinuxDriver} belongs to a worker and owns a {@code Poller}, which is epoll or an
 * io_uring. A socket ({@code LinuxStream}, {@code LinuxListener}) holds a {@code Tie}, which owns
 * the descriptor and has two {@code Readiness}es: whether it is worth trying, and who waits. All
 * system calls go through {@code Kernel}.
 */
@NullMarked
package dev.weft.internal.reactor.linux;

import org.jspecify.annotations.NullMarked;
