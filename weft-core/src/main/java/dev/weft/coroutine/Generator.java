package dev.weft.coroutine;

import dev.weft.internal.stackful.SystemVirtualThreads;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Code that makes a sequence, one value at a time, as far as somebody asks for it.
 *
 * {@snippet class="dev.weft.snippets.CoroutineSnippets" region="generator"}
 *
 * <p>A generator can be iterated any number of times; each iterator runs the body anew. An
 * exception of the body arrives at the call that asked for a value, as the very object thrown, also
 * if it is checked; after it the sequence has ended.
 *
 * <p><em>Ending early.</em> Closing an iterator or a stream that isn't at its end throws a {@link
 * dev.weft.Cancellation} at the yield where the body rests, so that its {@code finally} blocks run
 * before {@code close} returns. A loop that is left by {@code break} closes nothing; the body is
 * then ended on some thread once the iterator is garbage, unless the body itself refers to the
 * iterator.
 *
 * <p><em>Cancellation:</em> asking for a value, {@code hasNext} as well as {@code next}, and
 * closing are plain calls for a task that is cancelled: they do what they always do, and the
 * cancellation comes at the task's next await. In a stackful task asking is an await only as far as
 * the body itself waits: then a task that is cancelled cancels the body. There it is also a point
 * at which a loop that asks for value after value and awaits nothing is cancelled in the end.
 *
 * <p><em>Threads:</em> a generator may be shared. An iterator may be used by one thread at a time,
 * and the body's thread is none of them. An interrupt of a thread that waits for the body ends the
 * body, and the call throws {@link InterruptedException}. Where the body runs in place there is no
 * wait unless the body itself blocks, so a thread that is interrupted anyway gets its values; where
 * it runs by hand-off, each value may be such a wait.
 *
 * @param <T> type of the values, which may be null
 */
public final class Generator<T extends @Nullable Object> implements Iterable<T> {

  private final SystemVirtualThreads threads;
  private final Body<T> body;

  Generator(SystemVirtualThreads threads, Body<T> body) {
    this.threads = threads;
    this.body = Objects.requireNonNull(body, "body");
  }

  /**
   * Makes a generator; nothing runs yet.
   *
   * @param body makes the values
   * @param <T> type of the values
   * @return a sequence that can be iterated
   */
  public static <T extends @Nullable Object> Generator<T> of(Body<T> body) {
    return new Generator<>(SystemVirtualThreads.get(), body);
  }

  /**
   * Starts a run of the body; it begins when the first value is asked for.
   *
   * @return the values of this run
   */
  @Override
  public Run<T> iterator() {
    return new GeneratorRun<>(threads, body);
  }

  /**
   * Starts a run of the body as a stream; it begins when the first value is asked for.
   *
   * @return a sequential stream, to be closed if it isn't read to its end
   */
  public Stream<T> stream() {
    Run<T> run = iterator();
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(run, Spliterator.ORDERED), false)
        .onClose(run::close);
  }

  /**
   * The code of a generator.
   *
   * @param <T> type of the values
   */
  @FunctionalInterface
  public interface Body<T extends @Nullable Object> {

    /**
     * Makes the values; the sequence ends when it returns.
     *
     * @param out takes the values
     * @throws Exception what the consumer gets
     */
    void run(Yielder<T> out) throws Exception;
  }

  /**
   * Where the body puts its values.
   *
   * @param <T> type of the values
   */
  public interface Yielder<T extends @Nullable Object> {

    /**
     * Hands a value over and rests until the next one is asked for.
     *
     * @param value the next value of the sequence
     * @throws dev.weft.Cancellation if the run is closed instead
     * @throws IllegalStateException outside the body, or while the run is being closed
     */
    @SuppressWarnings("NamedLikeContextualKeyword") // always called on a receiver
    void yield(T value);
  }

  /**
   * One run of the body.
   *
   * @param <T> type of the values
   */
  public interface Run<T extends @Nullable Object> extends Iterator<T>, AutoCloseable {

    /**
     * Ends the run: the body's clean-up runs, and there are no more values. Does nothing at the end
     * or a second time; what the clean-up throws is thrown here.
     *
     * @throws IllegalStateException if the body runs, or goes on yielding
     */
    @Override
    void close();
  }
}
