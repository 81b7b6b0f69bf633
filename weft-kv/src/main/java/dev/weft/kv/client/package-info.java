/**
 * The client: {@link dev.weft.kv.client.KvClient} for requests and {@link
 * dev.weft.kv.client.KvSubscription} for what is published.
 */
@NullMarked
package dev.weft.kv.client;

import org.jspecify.annotations.NullMarked;
