package shapes;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.stackful;

import dev.weft.AsyncAction;
import dev.weft.AsyncBody;
import dev.weft.Future;
import dev.weft.compiler.testkit.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A block made by a constructor, after {@code super}. */
class S83 {
  static class Base {
    final String name;

    Base(String name) {
      this.name = name;
    }
  }

  static class Made extends Base {
    final Future<String> later;

    Made(Script t, String name) {
      int n = name.length();
      super(name + n);
      later = async(() -> this.name + await(t.get(n)) + name);
    }
  }

  static AsyncBody<?> shape(Script t) {
    return () -> await(new Made(t, "abc").later);
  }
}

/** Blocks made by initialisers. */
class S84 {
  static class Made {
    static int count = 0;
    Script t;
    Future<Integer> field;
    AsyncBody<String> body = () -> "b" + await(this.t.get(++count * 0 + 7));

    {
      field = null;
    }

    Made(Script t) {
      this.t = t;
      field = async(() -> await(t.get(5)));
    }
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      var made = new Made(t);
      return await(made.field) + await(async(made.body));
    };
  }
}

/** Blocks in blocks, four deep. */
class S85 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int a = await(t.get(1));
      return a
          + await(
              async(
                  () -> {
                    long b = a + await(t.get(2));
                    return b
                        + await(
                            async(
                                () -> {
                                  String c = "" + a + b + await(t.get("c"));
                                  return c
                                      + await(
                                          async(
                                              () -> a + b + c.length() + await(t.get(4))));
                                }));
                  }))
          + a;
    };
  }
}

/** Which {@code this}: in a lambda in an anonymous class in an interface. */
interface S86 {
  String name();

  default AsyncBody<String> viaDefault(Script t) {
    return () -> name() + await(t.get(1)) + hidden(t);
  }

  private String hidden(Script t) {
    return "hidden " + name();
  }

  default Callable<AsyncBody<String>> deep(Script t) {
    return new Callable<>() {
      final String own = "own";

      @Override
      public AsyncBody<String> call() {
        return () -> own + name() + await(t.get(2)) + S86.this.name() + getClass().isAnonymousClass();
      }
    };
  }

  static AsyncBody<?> shape(Script t) {
    S86 it = () -> "it";
    return () -> await(async(it.viaDefault(t))) + await(async(it.deep(t).call()));
  }
}

/** Outer objects, super calls and super calls of interfaces. */
class S87 {
  int x = 3;

  String m(int v) {
    return "outer" + v;
  }

  static class Base {
    protected int p = 40;

    protected String m(int v) {
      return "base" + v;
    }
  }

  interface Greets {
    default String greet(String s) {
      return "hello " + s;
    }
  }

  class Inner extends Base implements Greets {
    int x = 4;

    @Override
    protected String m(int v) {
      return "inner" + v;
    }

    @Override
    public String greet(String s) {
      return "no";
    }

    AsyncBody<String> body(Script t) {
      return () -> {
        x += await(t.get(1));
        S87.this.x += await(t.get(10));
        p -= await(t.get(2));
        return super.m(await(t.get(5)))
            + m(6)
            + S87.this.m(await(t.get(7)))
            + Greets.super.greet(await(t.get("you")))
            + x
            + S87.this.x
            + super.p;
      };
    }
  }

  static AsyncBody<?> shape(Script t) {
    return () -> await(async(new S87().new Inner().body(t)));
  }
}

/** Protected members of a class in another package. */
class S87b extends ArrayList<Integer> {
  AsyncBody<String> body(Script t) {
    return () -> {
      int before = modCount;
      add(await(t.get(1)));
      super.add(await(t.get(2)));
      removeRange(await(t.get(0)), 1);
      return size() + " " + (modCount - before) + super.toString();
    };
  }

  static AsyncBody<?> shape(Script t) {
    return () -> await(async(new S87b().body(t)));
  }
}

/** Private members of this class and of its nest. */
class S88 {
  private int secret = 1;

  private int bump(int by) {
    return secret += by;
  }

  private static class Nested {
    private String hidden = "h";

    private Nested() {}
  }

  private record Pair(int a, String b) {}

  static AsyncBody<?> shape(Script t) {
    var it = new S88();
    return () -> {
      it.secret *= await(t.get(5));
      var nested = new Nested();
      nested.hidden += await(t.get("!"));
      var pair = new Pair(it.bump(await(t.get(2))), nested.hidden);
      return pair.toString() + pair.a;
    };
  }
}

/** Local classes that capture, made after an await. */
class S89 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int captured = await(t.get(5));
      String text = await(t.get("t"));
      class Local {
        int twice() {
          return captured * 2;
        }

        AsyncBody<String> body() {
          return () -> text + captured + await(t.get("in local"));
        }
      }
      record Rec(int a) {
        int plus() {
          return a + 1;
        }
      }
      enum Kind {
        ONE,
        TWO
      }
      interface Shape {
        int area();
      }
      var local = new Local();
      await(t.get("over"));
      Shape shape = () -> captured;
      Kind kind = Kind.valueOf(await(t.get("TWO")));
      return local.twice()
          + await(async(local.body()))
          + new Rec(await(t.get(1))).plus()
          + kind
          + shape.area();
    };
  }
}

/** Recursion. */
class S90 {
  static Future<Integer> fib(Script t, int n) {
    return async(
        () -> {
          if (n < 2) {
            return await(t.get(n));
          }
          int a = await(fib(t, n - 1));
          return a + await(fib(t, n - 2));
        });
  }

  static AsyncBody<?> shape(Script t) {
    return () -> await(fib(t, 4));
  }
}

/** One lambda, started several times, also at once. */
class S91 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int[] starts = {0};
      AsyncBody<String> body =
          () -> {
            int mine = ++starts[0];
            await(t.get("in " + mine));
            return mine + ";";
          };
      String s = "";
      for (int i = 0; i < 3; i++) {
        s += await(async(body));
      }
      Future<String> one = async(body);
      Future<String> two = async(body);
      s += await(two);
      return s + await(one);
    };
  }
}

/** Generic methods, bridges, covariant returns. */
class S92 {
  interface Source<T> {
    Future<T> next(Script t);
  }

  static class Ints implements Source<Integer> {
    @Override
    public Future<Integer> next(Script t) {
      return async(() -> await(t.get(4)) + await(t.get(5)));
    }
  }

  static <T extends Comparable<T>> Future<T> max(Future<T> a, Future<T> b) {
    return async(
        () -> {
          T x = await(a);
          T y = await(b);
          return x.compareTo(y) > 0 ? x : y;
        });
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      Source<Integer> source = new Ints();
      return await(max(source.next(t), t.get(3))) + await(max(t.get("a"), t.get("b")));
    };
  }
}

/** Assertions that await. */
class S94 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      assert await(t.get(true)) : "not shown";
      t.log("passed");
      assert await(t.get(false)) : await(t.get("message"));
      return "none";
    };
  }
}

/** Blocks without a value, also where an expression is all there is. */
class S92b {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      AsyncAction action = () -> t.log("got " + await(t.get(1)));
      AsyncAction expression = () -> await(t.get(2));
      AsyncAction early =
          () -> {
            if (await(t.get(true))) {
              return;
            }
            t.log("not reached");
          };
      await(async(action));
      await(async(expression));
      await(async(early));
      AsyncAction nothing = () -> {};
      return await(async(nothing)) + "" + await(async(() -> 5));
    };
  }
}

/** A stackful block within a block, and one that was given a method reference. */
class S92c {
  static int below(Script t) throws Exception {
    return stackfulOnly(t) + 1;
  }

  @dev.weft.Stackful
  static int stackfulOnly(Script t) throws Exception {
    return await(t.get(8));
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      int a = await(stackful(() -> stackfulOnly(t)));
      return a + await(t.get(1)) + await(stackful(() -> below(t)));
    };
  }
}

/** {@code return} of an await within a synchronized method's own block is a block made there. */
class S81 {
  private int n = 1;

  @Override
  public String toString() {
    return "it";
  }

  synchronized Future<Integer> made(Script t) {
    return async(() -> n + await(t.get(2)));
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      var it = new S81();
      int got = await(it.made(t));
      synchronized (await(t.get(it))) {
        got += it.n;
      }
      synchronized (it) {
        for (int i = 0; i < 2; i++) {
          got += i;
        }
      }
      return got + await(t.get(10));
    };
  }
}

/** A block that can be serialised, and one with a marker. */
class S95 {
  interface Marker {}

  static Script script;

  @SuppressWarnings("unchecked")
  static <T> T copy(T original) throws Exception {
    var bytes = new java.io.ByteArrayOutputStream();
    try (var out = new java.io.ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (var in =
        new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }

  static AsyncBody<?> shape(Script t) {
    script = t;
    return () -> {
      String captured = await(t.get("captured"));
      int number = 7;
      var body =
          (AsyncBody<String> & java.io.Serializable)
              () -> captured + number + await(script.get(1));
      var copy = copy(body);
      var marked = (AsyncBody<String> & Marker) () -> "marked" + await(t.get(2));
      return await(async(body)) + await(async(copy)) + (copy != body) + await(async(marked));
    };
  }
}

/** A lock over an await, which is warned of, and works as long as nobody changes the thread. */
class S82 {
  @SuppressWarnings("weft:lock")
  static AsyncBody<?> shape(Script t) {
    var lock = new java.util.concurrent.locks.ReentrantLock();
    return () -> {
      lock.lock();
      try {
        return await(t.get(1)) + await(t.get(2)) + lock.getHoldCount();
      } finally {
        t.log("held " + lock.isHeldByCurrentThread());
        lock.unlock();
      }
    };
  }
}
