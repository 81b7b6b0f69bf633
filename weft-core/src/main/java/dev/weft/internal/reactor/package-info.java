/**
 * Sockets and the drivers that wait for their events, behind the interfaces of {@code
 * dev.weft.spi}. Internal; a runtime gets at it through {@link
 * dev.weft.internal.reactor.NioProvider}.
 *
 * <p>A {@code NioDriver} belongs to a worker and owns a selector. A socket ({@code NioStream},
 * {@code NioListener}) holds a {@code Registration}, its tie to one driver, which has two {@code
 * Direction}s: whether it is worth trying, and who waits.
 */
@NullMarked
package dev.weft.internal.reactor;

import org.jspecify.annotations.NullMarked;
