package dev.weft.stream;

/**
 * The items of one key; see {@link AsyncStream#groupBy}.
 *
 * @param key what the items have in common
 * @param items the items with that key
 * @param <K> type of the key
 * @param <T> type of the items
 */
public record Group<K, T>(K key, AsyncStream<T> items) {}
