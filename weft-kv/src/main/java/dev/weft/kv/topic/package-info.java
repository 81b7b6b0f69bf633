/**
 * Publish and subscribe: {@link dev.weft.kv.topic.Broadcaster} hands each message to the {@link
 * dev.weft.kv.topic.Subscription}s that its topic has at that moment.
 */
@NullMarked
package dev.weft.kv.topic;

import org.jspecify.annotations.NullMarked;
