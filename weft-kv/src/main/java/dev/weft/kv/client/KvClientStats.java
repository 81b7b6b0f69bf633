package dev.weft.kv.client;

/**
 * What a client is doing, as a snapshot. Connections of pipelines and subscriptions don't count.
 *
 * @param connections that are open
 * @param inFlight requests that a connection has taken and whose answers are due, also those whose
 *     callers gave up
 * @param waiting requests that wait for a connection with room
 * @param opened connections ever opened
 * @param reconnects connections opened in place of one that was lost
 * @param timeouts requests whose time was up
 * @param sentAgain requests that were put back when their connection was lost: not sent yet, or
 *     reads
 */
public record KvClientStats(
    int connections,
    int inFlight,
    int waiting,
    long opened,
    long reconnects,
    long timeouts,
    long sentAgain) {}
