/**
 * Clients that put load on a server. They are plain selector loops on one thread, the same for all
 * contenders, so that what differs between two measurements is the server.
 */
@NullMarked
package dev.weft.bench.load;

import org.jspecify.annotations.NullMarked;
