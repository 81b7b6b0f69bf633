package dev.weft.internal.scheduler;

import dev.weft.ContextCarrier;
import dev.weft.Weft;
import dev.weft.spi.Clock;
import dev.weft.spi.DriverProvider;
import dev.weft.spi.RandomSource;
import dev.weft.spi.ThreadSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a builder has gathered. */
record Settings(
    String name,
    int workers,
    Weft.Scheduler scheduler,
    Weft.Timer timer,
    long graceNanos,
    Consumer<? super Throwable> onUnhandled,
    int blockingThreads,
    long keepAliveNanos,
    int blockingQueueLimit,
    Weft.WhenFull whenFull,
    Hooks hooks,
    List<ContextCarrier> carriers,
    long watchdogNanos,
    @Nullable Consumer<? super Weft.LongPoll> onLongPoll,
    boolean pollTimes,
    boolean priorityLanes,
    long spinNanos,
    long timerSlackNanos,
    Clock clock,
    RandomSource random,
    ThreadSource threads,
    DriverProvider sockets) {}
