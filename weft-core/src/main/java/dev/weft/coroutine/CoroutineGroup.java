package dev.weft.coroutine;

import dev.weft.codegen.Codegen;
import dev.weft.internal.stackful.Abandoned;
import dev.weft.internal.stackful.SystemVirtualThreads;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The symmetric coroutines that may transfer control to each other, and the way in from outside.
 *
 * <p>Closing it ends all that haven't: in the order in which they were added, each gets a {@link
 * dev.weft.Cancellation} where it rests, and its clean-up runs. A group that is abandoned is ended
 * likewise on some thread once it is garbage, unless a body refers to it.
 *
 * <p><em>Cancellation:</em> entering and closing are plain calls for a task that is cancelled: the
 * cancellation comes at the task's next await. In a stackful task entering is an await only as far
 * as a body waits for something else: then a task that is cancelled cancels the coroutine that
 * does.
 *
 * <p><em>Threads:</em> one at a time, since control is in one place.
 *
 * @param <T> type of what is passed along
 */
public final class CoroutineGroup<T extends @Nullable Object> implements AutoCloseable {

  // Bodies see the table of members only: once nobody uses this object, it is garbage and they end.

  private final Members<T> members;
  private final Runnable forget;

  /** Creates an empty group. */
  public CoroutineGroup() {
    this(SystemVirtualThreads.get());
  }

  CoroutineGroup(SystemVirtualThreads threads) {
    members = new Members<>(threads);
    forget = Abandoned.watch(this, members);
  }

  /**
   * Adds a coroutine; it begins when control is given to it for the first time.
   *
   * @param name what others call it
   * @param body its code
   * @return this group
   * @throws IllegalArgumentException if the group has one of that name
   * @throws IllegalStateException if the group was closed
   */
  public CoroutineGroup<T> add(String name, SymmetricCoroutine.Body<T> body) {
    members.add(Objects.requireNonNull(name, "name"), Objects.requireNonNull(body, "body"));
    return this;
  }

  /**
   * Gives control to a coroutine and waits until one gives it back, by leaving or by its end.
   *
   * @param name the one to begin with or to go on
   * @param value what it gets from its transfer, or as the argument of its body
   * @return what came back with control
   * @throws Exception the very exception that a body has thrown; that one has ended, the others
   *     rest
   * @throws IllegalArgumentException if the group has none of that name
   * @throws IllegalStateException if that one has ended, or the group is entered already
   */
  public T enter(String name, T value) throws Exception {
    try {
      return members.enter(name, value);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Ends all of the group. The first exception of a clean-up is thrown here as it is, also if it is
   * checked, further ones are suppressed on it. Closing twice does nothing.
   *
   * @throws IllegalStateException if one of them runs, or goes on yielding
   */
  @Override
  public void close() {
    try {
      members.close();
    } catch (Exception failure) {
      throw Codegen.<RuntimeException>sneak(failure);
    } finally {
      if (members.isEnded()) {
        forget.run();
      }
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public String toString() {
    return members.toString();
  }
}
