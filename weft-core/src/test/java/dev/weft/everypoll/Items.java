package dev.weft.everypoll;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.RawFuture;
import dev.weft.stream.AsyncStream;
import java.util.SplittableRandom;

/** A source of a few resources, each of which is a leaf; whoever reads it has to close it. */
final class Items implements AsyncStream<Res> {

  private final Run run;
  private final String name;
  private final SplittableRandom random;
  private int left;
  private int given;
  private Leaf<Res> item;
  private boolean polled;
  private boolean over;
  private boolean closed;

  Items(Run run, String name, int count, SplittableRandom random) {
    this.run = run;
    this.name = name;
    this.left = count;
    this.random = random;
  }

  @Override
  public Object pollNext(Context cx) throws Exception {
    if (closed) {
      run.misuse(name + " was read after it was closed");
    }
    polled = true;
    if (over || item == null && left == 0) {
      over = true;
      return null;
    }
    if (item == null) {
      left--;
      String one = name + "-" + ++given;
      item = new Leaf<>(run, one, random, left == 0, () -> run.handedOut(one, random)).stubborn();
      run.add(item);
    }
    Object result;
    try {
      result = item.pollRaw(cx);
    } catch (Exception failure) {
      over = true;
      item = null;
      throw failure;
    }
    if (result != RawFuture.PENDING) {
      item = null;
    }
    return result;
  }

  @Override
  public boolean cancelNext() {
    if (item == null) {
      return true;
    }
    if (!item.cancel()) {
      return false;
    }
    item = null; // it comes another time
    left++;
    return true;
  }

  @Override
  public Future<Void> closeAsync() {
    return run.<Void>act(
        name + " close",
        () -> {
          if (closed) {
            run.misuse(name + " was closed twice");
          }
          closed = true;
          if (item != null && item.isLeft()) {
            run.misuse(name + " was closed while a read was pending");
          }
          return null;
        });
  }

  boolean isLeft() {
    return polled && !over && !closed;
  }

  @Override
  public String toString() {
    return name;
  }
}
