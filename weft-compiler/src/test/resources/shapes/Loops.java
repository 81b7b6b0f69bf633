package shapes;

import static dev.weft.Async.await;

import dev.weft.AsyncBody;
import dev.weft.compiler.testkit.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Over an array, which is evaluated once. */
class S41 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String[] array = {"a", "b", "c"};
      String s = "";
      for (String x : array) {
        array = new String[0];
        s += x + await(t.get(x.toUpperCase()));
      }
      for (long l : new long[] {1, 2}) {
        s += l * await(t.get(3));
      }
      for (int[] row : new int[][] {{1}, {2, 3}}) {
        s += row.length + await(t.get(row[0]));
      }
      return s + array.length;
    };
  }
}

/** Over an iterable, which must not change meanwhile. */
class S42 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      var list = new ArrayList<>(List.of(1, 2, 3));
      int sum = 0;
      for (int x : list) {
        sum += x * await(t.get(10));
      }
      t.log("sum " + sum);
      for (Integer x : list) {
        list.add(await(t.get(x)));
      }
      return sum;
    };
  }
}

/** Labels. */
class S43 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      outer:
      for (int i = 0; i < 4; i++) {
        s += "i" + await(t.get(i));
        inner:
        for (int j = 0; ; j++) {
          s += "j" + j;
          for (int k = 0; k < 3; k++) {
            if (await(t.get(i + j + k)) == 3) {
              continue outer;
            }
            if (k == 1 && i == 2) {
              break outer;
            }
            if (k == 2) {
              continue inner;
            }
            if (j == 2) {
              break inner;
            }
          }
        }
        s += "e";
      }
      return s;
    };
  }
}

/** A condition that awaits, after the body. */
class S44 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int n = 0;
      do {
        n++;
        if (n == 2) {
          continue;
        }
        t.log("n" + n);
      } while (await(t.get(n < 4)));
      return n;
    };
  }
}

/** Awaits in all parts of a for statement. */
class S45 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (int i = await(t.get(0)), n = await(t.get(5)); i < await(t.get(n)); i += await(t.get(1))) {
        if (i % 2 == 0) {
          continue;
        }
        s += await(t.get(i));
      }
      return s;
    };
  }
}

/** Loops with and without awaits inside each other. */
class S47 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      long hash = 1;
      for (int i = 0; i < 100; i++) {
        hash = hash * 31 + i;
      }
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 50; j++) {
          hash ^= hash << 7;
        }
        hash += await(t.get(i));
        while ((hash & 7) != 0) {
          hash >>>= 1;
        }
      }
      return hash;
    };
  }
}

/** A loop without an end that can only be left by an exception. */
class S48 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int n = 0;
      while (true) {
        t.log("round " + n);
        n += await(t.get(1));
        if (n > 3) {
          throw new IllegalStateException("enough");
        }
      }
    };
  }
}

/** Each lambda keeps its own loop variable. */
class S49 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      var all = new ArrayList<Supplier<String>>();
      for (int i = 0; i < 3; i++) {
        int own = i * 10;
        String name = await(t.get("n" + i));
        all.add(() -> name + own);
      }
      for (String x : List.of("p", "q")) {
        all.add(() -> x);
        await(t.get(x));
      }
      String s = "";
      for (var each : all) {
        s += each.get();
      }
      return s;
    };
  }
}

/** A labelled block. */
class S50 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (int i = 0; i < 2; i++) {
        block:
        {
          s += "a";
          if (await(t.get(i)) == 0) {
            break block;
          }
          s += await(t.get("b"));
        }
        s += "c";
      }
      return s;
    };
  }
}

/** Code that can't be reached. */
class S51 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      if (false) {
        t.log("never");
        await(t.get(0));
      }
      if (true) {
        return await(t.get(1));
      }
      int x = await(t.get(2));
      while (x > 0) {
        x--;
      }
      return x;
    };
  }
}

/** Both ways of an endless loop's dead end. */
class S51b {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      for (int i = 0; ; i++) {
        try {
          if (i == 2) {
            return await(t.get(i));
          }
          continue;
        } finally {
          t.log("f" + i);
        }
      }
    };
  }
}

/** Many awaits in a loop. */
class S46 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      long sum = 0;
      for (int i = 0; i < 300; i++) {
        sum = sum * 31 + await(t.get(i));
      }
      return sum;
    };
  }
}
