/**
 * The server: {@link dev.weft.kv.server.KvServer} takes connections and puts what they ask to a
 * {@link dev.weft.kv.command.Service}.
 */
@NullMarked
package dev.weft.kv.server;

import org.jspecify.annotations.NullMarked;
