/**
 * What requests mean: one class for each of the twelve, and the {@link dev.weft.kv.command.Service}
 * that a server puts them to. Nothing here knows of frames or sockets.
 */
@NullMarked
package dev.weft.kv.command;

import org.jspecify.annotations.NullMarked;
