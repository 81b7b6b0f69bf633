package dev.weft.coroutine;

import dev.weft.codegen.Codegen;
import dev.weft.internal.stackful.Abandoned;
import dev.weft.internal.stackful.CoroutineBlock;
import dev.weft.internal.stackful.SystemVirtualThreads;
import java.lang.ref.Reference;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** A run of a generator's body, seen by the consumer. */
final class GeneratorRun<T extends @Nullable Object> implements Generator.Run<T> {

  // The body sees the block only: once nobody uses this object, it is garbage and the block closed.

  private static final Object END = new Object();
  private static final Object UNKNOWN = new Object();

  private final CoroutineBlock block;
  private final Runnable forget;
  private @Nullable Object next = UNKNOWN;

  GeneratorRun(SystemVirtualThreads threads, Generator.Body<T> body) {
    block = new CoroutineBlock(threads, "generator", body, (self, _) -> run(body, self));
    forget = Abandoned.watch(this, block);
  }

  private static <T extends @Nullable Object> Object run(
      Generator.Body<T> body, CoroutineBlock self) throws Exception {
    body.run(
        value -> {
          Object _ = self.yield(value);
        });
    return END;
  }

  @Override
  public boolean hasNext() {
    if (next == UNKNOWN) {
      next = advance();
    }
    return next != END;
  }

  private @Nullable Object advance() {
    if (block.isEnded()) {
      return END;
    }
    try {
      return block.next(null);
    } catch (Exception failure) {
      throw Codegen.<RuntimeException>sneak(failure);
    } finally {
      settle();
    }
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // what isn't a mark was yielded as a T
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException(block + " has no more values.");
    }
    Object value = next;
    next = UNKNOWN;
    return (T) value;
  }

  @Override
  public void close() {
    try {
      block.close();
      next = END;
    } catch (Exception failure) {
      throw Codegen.<RuntimeException>sneak(failure);
    } finally {
      settle();
    }
  }

  private void settle() {
    try {
      if (block.isEnded()) {
        forget.run();
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public String toString() {
    return "run of " + block;
  }
}
