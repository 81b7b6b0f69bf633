package shapes;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.AsyncBody;
import dev.weft.Future;
import dev.weft.compiler.testkit.Script;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Arguments on both sides of an await. */
class S01 {
  static int f(int a, int b, int c) {
    return a * 100 + b * 10 + c;
  }

  static AsyncBody<?> shape(Script t) {
    return () -> f(t.say(1), await(t.get(2)), t.say(3));
  }
}

/** The receiver is evaluated first and checked for null last. */
class S02 {
  String m(int x) {
    return "m" + x;
  }

  static S02 recv(Script t, S02 it) {
    t.log("recv");
    return it;
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String ok = recv(t, new S02()).m(await(t.get(1)));
      t.log(ok);
      return recv(t, null).m(await(t.get(2)));
    };
  }
}

/** An object that is not initialised while its arguments are awaited. */
class S03 {
  static Script script;

  static class Made {
    static {
      script.log("Made is initialised");
    }

    final String text;

    Made(int a, int b) {
      text = a + "," + b;
    }
  }

  static AsyncBody<?> shape(Script t) {
    script = t;
    return () -> new Made(t.say(1), await(t.get(2))).text;
  }
}

/** Two such objects at once. */
class S04 {
  record B(int x) {}

  record A(B b, int y) {}

  static AsyncBody<?> shape(Script t) {
    return () -> new A(new B(await(t.get(1))), await(t.get(2))).toString();
  }
}

/** Such objects with a conditional and an array access among the arguments. */
class S04b {
  record B(int x) {}

  record A(B b, int y, B c) {}

  static AsyncBody<?> shape(Script t) {
    return () -> {
      int[] array = {7, 8};
      boolean flag = await(t.get(true));
      return new A(
              flag ? new B(await(t.get(1))) : new B(2),
              array[await(t.get(1))],
              new B(array[0] + await(t.get(4))))
          .toString();
    };
  }
}

/** A switch expression with a try as an argument of a constructor. */
class S04c {
  record A(int x, String y, int z) {}

  static AsyncBody<?> shape(Script t) {
    return () ->
        new A(
                t.say(1),
                switch (await(t.get(2))) {
                  case 2 -> {
                    try {
                      yield await(t.get("two"));
                    } catch (java.io.IOException e) {
                      yield "caught " + e.getMessage();
                    } finally {
                      t.log("finally");
                    }
                  }
                  default -> "other";
                },
                t.say(3))
            .toString();
  }
}

/** Dimensions of an array. */
class S05 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int[][] ok = new int[await(t.get(2))][await(t.get(3))];
      t.log(ok.length + "x" + ok[0].length);
      return new int[await(t.get(-1))][await(t.get(3))];
    };
  }
}

/** Elements of an array. */
class S06 {
  static AsyncBody<?> shape(Script t) {
    return () -> new Object[] {t.say("a"), await(t.get("b")), t.say(3), await(t.get(4L))};
  }
}

/** Compound assignment to an array element takes the old value first. */
class S07 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int[] a = {10, 20, 30};
      int[] i = {0};
      a[i[0]++] += await(t.get(1));
      a[i[0]++] = await(t.get(2));
      t.log(Arrays.toString(a) + i[0]);
      try {
        a[t.say(9)] = await(t.get(3));
      } catch (ArrayIndexOutOfBoundsException e) {
        t.log("late " + e.getMessage());
      }
      a[t.say(9)] += await(t.get(4));
      return a;
    };
  }
}

/** Another block changes the element meanwhile: the old value counts. */
class S07b {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int[] a = {10};
      a[0] +=
          await(
              async(
                  () -> {
                    a[0] = 1000;
                    return await(t.get(1));
                  }));
      int[] none = null;
      t.log("" + a[0]);
      none[t.say(0)] += await(t.get(2));
      return a;
    };
  }
}

/** Nested compound assignments. */
class S08 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int[] a = {1, 2, 3, 4};
      a[1] += 2 + (a[3] += await(t.get(5)));
      long[] b = {1, 2};
      b[t.say(0)] -= 2 * (b[t.say(1)] <<= await(t.get(3)));
      return Arrays.toString(a) + Arrays.toString(b);
    };
  }
}

/** Compound assignment to a field. */
class S09 {
  int field = 5;
  static long shared = 3;

  static AsyncBody<?> shape(Script t) {
    return () -> {
      shared = 3;
      S09 it = new S09();
      S09[] o = {it, null};
      o[t.say(0)].field += await(t.get(1));
      shared *= await(t.get(4));
      t.log(it.field + " " + shared);
      o[t.say(1)].field += await(t.get(2));
      return it.field;
    };
  }
}

/** Compound assignment to a String. */
class S10 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "a";
      s += await(t.get("b"));
      s += await(t.<String>get(null));
      s += await(t.get(1));
      return s;
    };
  }
}

/** Concatenation. */
class S11 {
  static AsyncBody<?> shape(Script t) {
    return () ->
        "a" + t.say(1) + await(t.get("x")) + 'c' + t.say(2.5) + await(t.<Object>get(null)) + t.say(7L);
  }
}

/** The increment is lost, as the language says. */
class S12 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int i = 5;
      i = i++ + await(t.get(1));
      i += i++ + ++i + await(t.get(2)) + i--;
      return i;
    };
  }
}

/** A result that is cast when it is used. */
class S20 {
  @SuppressWarnings({"unchecked", "rawtypes"})
  static Future<List<String>> raw(Script t) {
    List list = new ArrayList();
    list.add(1);
    return t.get((List<String>) list);
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      t.log("before");
      String s = await(raw(t)).get(0);
      return s;
    };
  }
}

/** A chain of calls. */
class S21 {
  static String y(Script t, String a, String b) {
    t.log("y");
    return a + b;
  }

  static AsyncBody<?> shape(Script t) {
    return () ->
        await(t.get("one")).concat(await(t.get("two"))).replace(await(t.get("o")), "0").trim();
  }
}

/** A future of a future. */
class S22 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      Future<Integer> inner = t.get(3);
      Future<Future<Integer>> outer = t.get(inner);
      return await(await(outer)) + await(await(await(t.get(t.get(t.get(4))))));
    };
  }
}

/** A result that nobody uses. */
class S23 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      await(t.get(1));
      await(t.<Void>get(null));
      await(t.get(2L));
      int i = 0;
      for (await(t.get("init")); i < 2; await(t.get("update")), i++) {
        t.log("i" + i);
      }
      return "done";
    };
  }
}

/** A lambda made between operands captures what was then. */
class S24 {
  static String g(Supplier<Object> s, int x) {
    return s.get() + "/" + x;
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String v = "v" + await(t.get(1));
      return g(() -> v, await(t.get(2))) + g(v::length, await(t.get(3)));
    };
  }
}

/** Variable arguments. */
class S25 {
  static AsyncBody<?> shape(Script t) {
    return () -> String.format("%s %s %s", t.say(1), await(t.get(2)), t.say("c"));
  }
}

/** Inferred types and wildcards. */
class S26 {
  static <T extends Comparable<? super T>> T max(List<? extends T> list, T other) {
    T first = list.get(0);
    return first.compareTo(other) > 0 ? first : other;
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      List<? super Integer> sink = await(t.get(new ArrayList<Number>()));
      sink.add(await(t.get(4)));
      Object first = sink.get(0);
      return max(await(t.get(List.of(1, 2))), await(t.get(3))) + " " + first;
    };
  }
}

/** A bound method reference checks its receiver when it is made. */
class S27 {
  static String call(Function<Integer, String> f, int x) {
    return f.apply(x);
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String[] texts = {"abc", null};
      t.log(call(texts[0]::substring, await(t.get(1))));
      return call(texts[1]::substring, await(t.get(2)));
    };
  }
}
