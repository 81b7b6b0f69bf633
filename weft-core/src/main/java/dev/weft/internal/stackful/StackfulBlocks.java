package dev.weft.internal.stackful;

import dev.weft.AsyncAction;
import dev.weft.AsyncBody;
import dev.weft.AsyncFunction;
import dev.weft.Future;
import dev.weft.StackfulAction;
import dev.weft.StackfulBody;
import org.jspecify.annotations.Nullable;

/** Makes stackful blocks of bodies of all kinds. */
public final class StackfulBlocks {

  private static final Notice NOTICE =
      new Notice(text -> System.getLogger("dev.weft").log(System.Logger.Level.INFO, text));

  private StackfulBlocks() {}

  /** An async block that wasn't compiled. */
  public static <T extends @Nullable Object> Future<T> async(AsyncBody<T> body) {
    return uncompiled(body, body::run);
  }

  /** An async block without a value that wasn't compiled. */
  @SuppressWarnings("NullAway") // the only Void is null
  public static Future<Void> async(AsyncAction body) {
    return StackfulBlocks.<Void>uncompiled(
        body,
        () -> {
          body.run();
          return null;
        });
  }

  /** An async block with an argument that wasn't compiled. */
  public static <A extends @Nullable Object, T extends @Nullable Object> Future<T> async(
      AsyncFunction<A, T> body, A argument) {
    return uncompiled(body, () -> body.apply(argument));
  }

  /** A block that is stackful on purpose. */
  public static <T extends @Nullable Object> Future<T> stackful(StackfulBody<T> body) {
    return new StackfulBlock<>(SystemVirtualThreads.get(), "stackful block", body, body);
  }

  /** A block without a value that is stackful on purpose. */
  @SuppressWarnings("NullAway") // the only Void is null
  public static Future<Void> stackful(StackfulAction body) {
    return new StackfulBlock<Void>(
        SystemVirtualThreads.get(),
        "stackful block",
        body,
        () -> {
          body.run();
          return null;
        });
  }

  /** A block of some other kind that wasn't compiled; what the user wrote is for messages. */
  public static <T extends @Nullable Object> Future<T> uncompiled(
      Object written, StackfulBody<T> body) {
    SystemVirtualThreads threads = SystemVirtualThreads.get();
    var block = new StackfulBlock<>(threads, "async block", written, body);
    NOTICE.uncompiled(threads.mode(), block);
    return block;
  }
}
