package dev.weft.coroutine;

import dev.weft.codegen.Codegen;
import dev.weft.internal.cleanup.Trouble;
import dev.weft.internal.stackful.Abandoned;
import dev.weft.internal.stackful.CoroutineBlock;
import dev.weft.internal.stackful.SystemVirtualThreads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The table of a group's coroutines, and the loop that resumes the one that has control. */
final class Members<T extends @Nullable Object> implements Abandoned.Owned {

  /*
   * Idea: a transfer is a yield to the loop in enter(), which names the next one to resume. So no chain
   * of resumes grows, however long control is passed around.
   *
   * Ownership: `entered` is a lock that is tried only, and held while a body runs. The table has the
   * monitor; it may be added to from anywhere, bodies included.
   */

  private record Transfer(String target, @Nullable Object value) {}

  private record Leave(@Nullable Object value) {}

  private final SystemVirtualThreads threads;
  private final Map<String, CoroutineBlock> table = new LinkedHashMap<>();
  private final AtomicBoolean entered = new AtomicBoolean();
  private volatile boolean closed;

  Members(SystemVirtualThreads threads) {
    this.threads = threads;
  }

  synchronized void add(String name, SymmetricCoroutine.Body<T> body) {
    if (closed) {
      throw new IllegalStateException(
          "The group was closed and takes no coroutine \"" + name + "\".");
    }
    var self = new SymmetricCoroutine<>(this, name);
    var block =
        new CoroutineBlock(threads, self.toString(), body, (_, first) -> run(body, self, first));
    if (table.putIfAbsent(name, block) != null) {
      throw new IllegalArgumentException("The group has a coroutine \"" + name + "\" already.");
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // nothing but a T is passed along
  private static <T extends @Nullable Object> Leave run(
      SymmetricCoroutine.Body<T> body, SymmetricCoroutine<T> self, @Nullable Object first)
      throws Exception {
    return new Leave(body.run(self, (T) first));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // nothing but a T is passed along
  T enter(String name, T value) throws Exception {
    CoroutineBlock block = alive(name);
    if (!entered.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "Control is in the group already, so nobody can enter \""
              + name
              + "\"; inside a body, transfer to it.");
    }
    try {
      Object said = block.next(value);
      while (said instanceof Transfer(String target, Object passed)) {
        said = alive(target).next(passed);
      }
      return (T) ((Leave) said).value();
    } finally {
      entered.set(false);
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // nothing but a T is passed along
  T transfer(String from, String target, T value) {
    CoroutineBlock _ = alive(target);
    return (T) member(from).yield(new Transfer(target, value));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // nothing but a T is passed along
  T leave(String from, T value) {
    return (T) member(from).yield(new Leave(value));
  }

  private CoroutineBlock alive(String name) {
    CoroutineBlock block = member(name);
    if (block.isEnded()) {
      throw new IllegalStateException(block + " has ended and can't get control.");
    }
    return block;
  }

  private synchronized CoroutineBlock member(String name) {
    CoroutineBlock block = table.get(name);
    if (block == null) {
      throw new IllegalArgumentException(
          "The group has no coroutine \"" + name + "\"; it has " + table.keySet() + ".");
    }
    return block;
  }

  @Override
  public boolean isEnded() {
    return closed;
  }

  @Override
  public void close() throws Exception {
    if (!entered.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "Control is in " + this + ", so it can't be closed; leave it first.");
    }
    try {
      closed = true;
      closeAll();
    } finally {
      entered.set(false);
    }
  }

  private void closeAll() throws Exception {
    Throwable failure = null;
    for (CoroutineBlock block : all()) {
      try {
        block.close();
      } catch (Throwable thrown) { // also an Error: the others have to be ended all the same
        failure = Trouble.add(failure, thrown);
      }
    }
    if (failure != null) {
      throw Codegen.<RuntimeException>sneak(failure);
    }
  }

  private synchronized Iterable<CoroutineBlock> all() {
    return List.copyOf(table.values());
  }

  @Override
  public synchronized String toString() {
    return "coroutine group " + table.keySet();
  }
}
