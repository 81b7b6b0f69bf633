package dev.weft.internal.scheduler;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What users want to have called; null where they don't. */
record Hooks(
    @Nullable Runnable onThreadStart,
    @Nullable Runnable onThreadStop,
    @Nullable Runnable onPark,
    @Nullable Runnable onUnpark,
    @Nullable LongConsumer beforePoll,
    @Nullable LongConsumer afterPoll) {}
