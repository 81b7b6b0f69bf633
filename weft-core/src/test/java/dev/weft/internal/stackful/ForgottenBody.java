package dev.weft.internal.stackful;

import static dev.weft.internal.stackful.Awaiter.await;

import dev.weft.StackfulBody;
import dev.weft.testkit.TestTask;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** A program that suspends blocks for long and says whether what they no longer need is freed. */
final class ForgottenBody {

  private static final int MOST_COLLECTIONS = 50;

  private ForgottenBody() {}

  /** A body with a large value that it uses before its await only. */
  private static StackfulBody<Integer> body(List<WeakReference<byte[]>> seen, Leaf<Integer> leaf) {
    byte[] large = new byte[1 << 20];
    seen.add(new WeakReference<>(large));
    return () -> {
      int before = large.length;
      return before + await(leaf);
    };
  }

  private static boolean isFreed(WeakReference<byte[]> reference) {
    for (int i = 0; i < MOST_COLLECTIONS && reference.get() != null; i++) {
      System.gc();
    }
    return reference.get() == null;
  }

  public static void main(String[] arguments) throws Exception {
    for (Mode mode : Mode.available().toList()) {
      var seen = new ArrayList<WeakReference<byte[]>>();
      var leaf = new Leaf<Integer>("long");
      var task = new TestTask();
      StackfulBlock<Integer> block = mode.block(body(seen, leaf));
      Drives.until(task, block, () -> leaf.polls() > 0);
      boolean freed = isFreed(seen.getFirst());
      leaf.complete(1);
      System.out.println(mode + " freed " + freed + " " + Drives.toTheEnd(task, block));
    }
  }
}
