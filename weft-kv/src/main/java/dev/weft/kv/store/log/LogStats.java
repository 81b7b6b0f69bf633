package dev.weft.kv.store.log;

/**
 * What a {@link LogStorage} has done since it was opened. The numbers are read one after another
 * while it goes on, so they may be a batch apart.
 *
 * @param batches groups of writes that went to the log together
 * @param largestBatch records in the largest of them
 * @param records records written
 * @param bytes bytes written to the log
 * @param forces times that the log was forced to disk
 * @param forceNanos nanoseconds that these took together
 * @param longestForceNanos nanoseconds of the longest one
 * @param snapshots snapshots completed
 * @param usedBytes bytes that the pairs take in memory, as counted against {@link
 *     LogOptions#maxBytes}
 */
public record LogStats(
    long batches,
    long largestBatch,
    long records,
    long bytes,
    long forces,
    long forceNanos,
    long longestForceNanos,
    long snapshots,
    long usedBytes) {}
