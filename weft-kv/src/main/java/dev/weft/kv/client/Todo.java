package dev.weft.kv.client;

import org.jspecify.annotations.Nullable;

/**
 * What a change in a pool has led to and is left to do outside of its monitor.
 *
 * @param wake the connection that is to come for calls
 * @param start the connection that is to be made
 * @param watch whether the watch of the line has an earlier deadline
 */
record Todo(@Nullable Lane wake, @Nullable Lane start, boolean watch) {

  static final Todo NOTHING = new Todo(null, null, false);

  Todo andWatch() {
    return new Todo(wake, start, true);
  }
}
