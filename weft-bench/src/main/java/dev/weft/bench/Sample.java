package dev.weft.bench;

/**
 * One run of one contender.
 *
 * @param value what was measured, in the workload's unit
 * @param rssKb peak resident memory of its process, 0 if it wasn't taken
 * @param cpuSeconds user and system time of its process during the run
 */
public record Sample(double value, long rssKb, double cpuSeconds) {}
