package dev.weft.coroutine;

import org.jspecify.annotations.Nullable;

/**
 * A symmetric coroutine, as its own body sees it: one of a group, among which control is passed on
 * by name.
 *
 * {@snippet class="dev.weft.snippets.CoroutineSnippets" region="symmetric"}
 *
 * <p>There is no caller to return to: whoever has control says who gets it next. {@link #leave}
 * gives it back to the code outside that has entered the group, and so does the end of a body.
 *
 * <p><em>Cancellation:</em> as for the {@linkplain CoroutineGroup group}; each transfer is a point
 * at which the coroutine may be closed.
 *
 * @param <T> type of what is passed along
 */
public final class SymmetricCoroutine<T extends @Nullable Object> {

  private final Members<T> members;
  private final String name;

  SymmetricCoroutine(Members<T> members, String name) {
    this.members = members;
    this.name = name;
  }

  /**
   * The name under which others transfer to this one.
   *
   * @return unique in its group
   */
  public String name() {
    return name;
  }

  /**
   * Gives control to another coroutine of the group and rests until it comes back.
   *
   * @param target the name of the one to go on; its own name gets the value back at once
   * @param value what it gets from its transfer, or as the argument of its body
   * @return what came with control when it was given back
   * @throws IllegalArgumentException if the group has none of that name
   * @throws IllegalStateException if that one has ended; outside this body; while it is being
   *     closed
   * @throws dev.weft.Cancellation if the group is closed instead
   */
  public T transfer(String target, T value) {
    return members.transfer(name, target, value);
  }

  /**
   * Gives control back to the code that has entered the group, and rests until it comes back.
   *
   * @param value what {@link CoroutineGroup#enter} returns
   * @return what came with control when it was given back
   * @throws IllegalStateException outside this body, or while it is being closed
   * @throws dev.weft.Cancellation if the group is closed instead
   */
  public T leave(T value) {
    return members.leave(name, value);
  }

  @Override
  public String toString() {
    return "coroutine \"" + name + "\"";
  }

  /**
   * The code of a symmetric coroutine.
   *
   * @param <T> type of what is passed along
   */
  @FunctionalInterface
  public interface Body<T extends @Nullable Object> {

    /**
     * Runs the coroutine.
     *
     * @param self transfers control
     * @param first what came with control the first time
     * @return what {@link CoroutineGroup#enter} returns, as this end gives control back to outside
     * @throws Exception what {@code enter} throws
     */
    T run(SymmetricCoroutine<T> self, T first) throws Exception;
  }
}
