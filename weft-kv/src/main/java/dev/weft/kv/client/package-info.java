/**
 * The client: {@link dev.weft.kv.client.KvClient} for requests over a pool of connections, {@link
 * dev.weft.kv.client.KvPipeline} for requests in order, {@link dev.weft.kv.client.KvSubscription}
 * and {@link dev.weft.kv.client.KvFeed} for what is published.
 */
@NullMarked
package dev.weft.kv.client;

import org.jspecify.annotations.NullMarked;
