package dev.weft.internal.stackful;

import dev.weft.Cancellation;
import dev.weft.Context;
import dev.weft.Future;
import dev.weft.codegen.AsyncState;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** Bodies for the comparison of backends, some of them as hand-written state machines as well. */
final class Bodies {

  private Bodies() {}

  /** Source of a body that blocks or is suspended at its awaits. */
  interface Body {
    Object run(Scene scene) throws Exception;
  }

  /** A body in its forms; the state machine is null where nobody wrote it by hand. */
  record Program(String name, Body body, Function<Scene, AsyncState<Object>> machine) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Program> all() {
    return List.of(
        new Program("sum", Bodies::sum, Sum::new),
        new Program("try", Bodies::tryCatchFinally, TryCatchFinally::new),
        new Program("loop", Bodies::loop, Loop::new),
        new Program("close", Bodies::resource, Resource::new),
        new Program("nested", Bodies::nested, null),
        new Program("lambda", Bodies::inAComparator, null));
  }

  private static int sum(Scene scene) throws Exception {
    scene.log("start");
    int a = scene.await(scene.leaf(1));
    scene.log("a " + a);
    int b = scene.await(scene.leaf(2));
    return a + b;
  }

  private static final class Sum extends Machine {
    private int a;

    Sum(Scene scene) {
      super(scene);
    }

    @Override
    protected Object resume(Context cx) throws Throwable {
      if (resumePoint() == 0) {
        scene.log("start");
        begin(scene.leaf(1), cx);
        suspendAt(1);
      }
      if (resumePoint() == 1) {
        Object value = pollCurrent(cx);
        if (value == PENDING) {
          return PENDING;
        }
        a = (int) value;
        scene.log("a " + a);
        begin(scene.leaf(2), cx);
        suspendAt(2);
      }
      Object value = pollCurrent(cx);
      return value == PENDING ? PENDING : (Object) (a + (int) value);
    }
  }

  private static Object tryCatchFinally(Scene scene) throws Exception {
    String text = "";
    try {
      text += scene.await(scene.leaf(1));
      text += scene.await(scene.leaf(2));
    } catch (IOException failure) {
      text += "caught " + scene.await(scene.leaf(3));
    } finally {
      scene.log("finally " + scene.await(scene.leaf(4)));
    }
    return text;
  }

  private static final class TryCatchFinally extends Machine {
    private String text = "";
    private Throwable pending;

    TryCatchFinally(Scene scene) {
      super(scene);
    }

    @Override
    protected Object resume(Context cx) throws Throwable {
      while (true) {
        try {
          switch (resumePoint()) {
            case 0 -> start(1, cx);
            case 1 -> {
              Object value = pollCurrent(cx);
              if (value == PENDING) {
                return PENDING;
              }
              text += value;
              start(2, cx);
            }
            case 2, 3 -> {
              Object value = pollCurrent(cx);
              if (value == PENDING) {
                return PENDING;
              }
              text += resumePoint() == 3 ? "caught " + value : value;
              start(4, cx);
            }
            default -> {
              Object value = pollCurrent(cx);
              if (value == PENDING) {
                return PENDING;
              }
              scene.log("finally " + value);
              if (pending != null) {
                throw pending;
              }
              return text;
            }
          }
        } catch (Throwable thrown) {
          if (resumePoint() == 4) {
            throw thrown;
          }
          if (thrown instanceof IOException && resumePoint() < 3) {
            start(3, cx);
          } else {
            pending = thrown;
            start(4, cx);
          }
        }
      }
    }

    private void start(int number, Context cx) {
      suspendAt(number);
      begin(scene.leaf(number), cx);
    }
  }

  private static Object loop(Scene scene) throws Exception {
    int total = 0;
    for (int i = 1; ; i++) {
      if (i % 2 == 0) {
        continue;
      }
      int value = scene.await(scene.leaf(i % 5));
      scene.log(i + ": " + value);
      total += value;
      if (total > 2_000) {
        break;
      }
    }
    return total;
  }

  private static final class Loop extends Machine {
    private int total;
    private int i = 1;

    Loop(Scene scene) {
      super(scene);
    }

    @Override
    protected Object resume(Context cx) throws Throwable {
      while (true) {
        if (resumePoint() == 0) {
          if (i % 2 == 0) {
            i++;
            continue;
          }
          begin(scene.leaf(i % 5), cx);
          suspendAt(1);
        }
        Object value = pollCurrent(cx);
        if (value == PENDING) {
          return PENDING;
        }
        scene.log(i + ": " + value);
        total += (int) value;
        if (total > 2_000) {
          return total;
        }
        suspendAt(0);
        i++;
      }
    }
  }

  private static Object resource(Scene scene) throws Exception {
    try (AutoCloseable closed =
        () -> {
          scene.log("close " + scene.await(scene.leaf(5)));
          throw new IOException("close");
        }) {
      scene.log("open " + closed.getClass().isSynthetic());
      int value = scene.await(scene.leaf(2));
      if (value > 0) {
        throw new IllegalStateException("body " + value);
      }
      return value;
    }
  }

  private static final class Resource extends Machine {
    private Throwable primary;

    Resource(Scene scene) {
      super(scene);
    }

    @Override
    protected Object resume(Context cx) throws Throwable {
      if (resumePoint() == 0) {
        scene.log("open true");
      }
      if (resumePoint() <= 1) {
        try {
          if (resumePoint() == 0) {
            suspendAt(1);
            begin(scene.leaf(2), cx);
          }
          Object value = pollCurrent(cx);
          if (value == PENDING) {
            return PENDING;
          }
          throw new IllegalStateException("body " + value);
        } catch (Throwable thrown) {
          primary = thrown;
        }
        suspendAt(2);
        try {
          begin(scene.leaf(5), cx);
        } catch (Throwable thrown) {
          primary.addSuppressed(thrown);
          throw primary;
        }
      }
      Object value;
      try {
        value = pollCurrent(cx);
      } catch (Throwable thrown) {
        primary.addSuppressed(thrown);
        throw primary;
      }
      if (value == PENDING) {
        return PENDING;
      }
      scene.log("close " + value);
      primary.addSuppressed(new IOException("close"));
      throw primary;
    }
  }

  private static Object nested(Scene scene) throws Exception {
    Future<Object> inner =
        scene.block(
            () -> {
              try {
                return scene.await(scene.leaf(2));
              } finally {
                scene.log("inner " + scene.await(scene.leaf(3)));
              }
            });
    scene.log("outer " + scene.await(scene.leaf(1)));
    try {
      return scene.await(inner);
    } catch (Cancellation cancellation) {
      scene.log("cancelled");
      throw cancellation;
    }
  }

  private static Object inAComparator(Scene scene) {
    var numbers = new java.util.ArrayList<>(List.of(3, 1, 2));
    numbers.sort(
        (a, b) -> {
          try {
            int _ = scene.await(scene.leaf(2));
          } catch (Exception failure) {
            throw new IllegalStateException(failure);
          }
          return a - b;
        });
    return numbers.toString();
  }

  private abstract static class Machine extends AsyncState<Object> {
    final Scene scene;

    Machine(Scene scene) {
      this.scene = scene;
    }
  }
}
