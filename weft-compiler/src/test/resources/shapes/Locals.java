package shapes;

import static dev.weft.Async.async;
import static dev.weft.Async.await;

import dev.weft.AsyncBody;
import dev.weft.Future;
import dev.weft.compiler.testkit.Script;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Narrow types that meet from two branches. */
class S69 {
  static String all(boolean z, byte b, char c, short s) {
    return z + " " + b + " " + (int) c + " " + s;
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      boolean z;
      byte b;
      char c;
      short s;
      if (await(t.get(true))) {
        z = true;
        b = -5;
        c = '\uffff';
        s = -300;
      } else {
        z = await(t.get(false));
        b = 1;
        c = 'a';
        s = 2;
      }
      await(t.get("over"));
      boolean[] zs = {z};
      byte[] bs = {b};
      char[] cs = {c};
      short[] ss = {s};
      await(t.get("again"));
      z &= zs[0];
      b++;
      c--;
      s += ss[0];
      return all(z, b, c, s) + all(zs[0], bs[0], cs[0], ss[0]);
    };
  }
}

/** Null on one path, and a slot that is used again. */
class S70 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = null;
      if (await(t.get(false))) {
        s = "set";
      }
      await(t.get("over"));
      Object o = null;
      await(t.get("null alive"));
      String u = s + o;
      {
        Object scoped = null;
        await(t.get("in scope"));
        u += scoped;
      }
      {
        long number = await(t.get(5L));
        await(t.get("number"));
        u += number;
      }
      {
        int[] nothing = null;
        if (await(t.get(true))) {
          nothing = new int[] {await(t.get(3))};
        }
        await(t.get("array"));
        u += nothing[0];
      }
      return u;
    };
  }
}

/** Declared before and assigned after. */
class S71 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int x;
      String s;
      final long l;
      int n = await(t.get(1));
      if (n == 1) {
        x = 10;
        await(t.get("half"));
        s = "one";
      } else {
        s = "two";
        x = await(t.get(20));
      }
      l = x * await(t.get(2L));
      return s + x + l;
    };
  }
}

/** Different types in one slot, one after the other. */
class S72 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String r = "";
      for (int i = 0; i < 2; i++) {
        {
          int a = await(t.get(1));
          await(t.get("a"));
          r += a;
        }
        {
          String b = await(t.get("b"));
          await(t.get("bb"));
          r += b;
        }
        {
          double c = await(t.get(2.5));
          await(t.get("c"));
          r += c;
        }
        {
          float d = await(t.get(1.5f));
          List<String> e = await(t.get(List.of("e")));
          await(t.get("d"));
          r += d + e.get(0);
        }
      }
      return r;
    };
  }
}

/** Captured variables are shared, not copied. */
class S75 {
  static AsyncBody<?> shape(Script t) {
    int[] shared = {1};
    final String text = "text";
    long wide = 1L << 33;
    double d = 0.5;
    boolean z = true;
    char c = 'c';
    byte b = -1;
    return () -> {
      shared[0] += await(t.get(10));
      Runnable r = () -> shared[0]++;
      r.run();
      await(
          async(
              () -> {
                shared[0] *= await(t.get(2));
              }));
      return shared[0] + text + wide + d + z + c + b;
    };
  }
}

/** Types that have no name. */
class S76 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      var anonymous =
          new Object() {
            int count = 1;

            int next() {
              return ++count;
            }
          };
      var both = await(t.get(true)) ? new ArrayList<>(List.of(1)) : Map.of();
      anonymous.count += await(t.get(5));
      await(t.get("over"));
      var list = List.of(1, "two");
      var second = list.get(await(t.get(1)));
      return anonymous.next() + " " + both + second;
    };
  }
}

/** Intersection types where paths meet. */
class S77 {
  record A(String s) implements Runnable, Supplier<String> {
    public void run() {}

    public String get() {
      return s;
    }
  }

  record B(String s) implements Runnable, Supplier<String> {
    public void run() {}

    public String get() {
      return s;
    }
  }

  static <X extends Runnable & Supplier<String>> String use(X x) {
    x.run();
    return x.get();
  }

  static <X extends Runnable & Supplier<String>> AsyncBody<String> generic(Script t, X x) {
    return () -> {
      X y = await(t.get(x));
      y.run();
      await(t.get("over"));
      return y.get() + use(await(t.get(y)));
    };
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      var it = await(t.get(true)) ? new A("a") : new B("b");
      await(t.get("over"));
      it.run();
      Map<String, String> map = await(t.get(false)) ? new HashMap<>() : new TreeMap<>();
      map.put("k", await(t.get("v")));
      Serializable either = await(t.get(true)) ? "s" : (Serializable) 1;
      await(t.get("merge"));
      return it.get() + use(it) + map + either + await(async(generic(t, new A("g"))));
    };
  }
}

/** A value that only a handler uses. */
class S79 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      Object only = new StringBuilder("for the handler");
      long wide = 77L;
      try {
        await(t.get("a"));
        await(t.get("b"));
        await(t.failing(new java.io.IOException("x")));
        return "no";
      } catch (java.io.IOException e) {
        return only.toString() + wide + await(t.get("c"));
      }
    };
  }
}

/** More than 255 slots, many of them wide. */
class S73 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      long l0 = await(t.get(0L));
      double d0 = l0 / 2.0;
      String s0 = "s" + l0;
      long l1 = await(t.get(1L));
      double d1 = l1 / 2.0;
      String s1 = "s" + l1;
      long l2 = await(t.get(2L));
      double d2 = l2 / 2.0;
      String s2 = "s" + l2;
      long l3 = await(t.get(3L));
      double d3 = l3 / 2.0;
      String s3 = "s" + l3;
      long l4 = l3 * 3 + 4;
      double d4 = l4 / 2.0;
      String s4 = "s" + l4;
      long l5 = l4 * 3 + 5;
      double d5 = l5 / 2.0;
      String s5 = "s" + l5;
      long l6 = l5 * 3 + 6;
      double d6 = l6 / 2.0;
      String s6 = "s" + l6;
      long l7 = l6 * 3 + 7;
      double d7 = l7 / 2.0;
      String s7 = "s" + l7;
      long l8 = l7 * 3 + 8;
      double d8 = l8 / 2.0;
      String s8 = "s" + l8;
      long l9 = l8 * 3 + 9;
      double d9 = l9 / 2.0;
      String s9 = "s" + l9;
      long l10 = l9 * 3 + 10;
      double d10 = l10 / 2.0;
      String s10 = "s" + l10;
      long l11 = l10 * 3 + 11;
      double d11 = l11 / 2.0;
      String s11 = "s" + l11;
      long l12 = l11 * 3 + 12;
      double d12 = l12 / 2.0;
      String s12 = "s" + l12;
      long l13 = l12 * 3 + 13;
      double d13 = l13 / 2.0;
      String s13 = "s" + l13;
      long l14 = l13 * 3 + 14;
      double d14 = l14 / 2.0;
      String s14 = "s" + l14;
      long l15 = l14 * 3 + 15;
      double d15 = l15 / 2.0;
      String s15 = "s" + l15;
      long l16 = l15 * 3 + 16;
      double d16 = l16 / 2.0;
      String s16 = "s" + l16;
      long l17 = l16 * 3 + 17;
      double d17 = l17 / 2.0;
      String s17 = "s" + l17;
      long l18 = l17 * 3 + 18;
      double d18 = l18 / 2.0;
      String s18 = "s" + l18;
      long l19 = l18 * 3 + 19;
      double d19 = l19 / 2.0;
      String s19 = "s" + l19;
      long l20 = l19 * 3 + 20;
      double d20 = l20 / 2.0;
      String s20 = "s" + l20;
      long l21 = l20 * 3 + 21;
      double d21 = l21 / 2.0;
      String s21 = "s" + l21;
      long l22 = l21 * 3 + 22;
      double d22 = l22 / 2.0;
      String s22 = "s" + l22;
      long l23 = l22 * 3 + 23;
      double d23 = l23 / 2.0;
      String s23 = "s" + l23;
      long l24 = l23 * 3 + 24;
      double d24 = l24 / 2.0;
      String s24 = "s" + l24;
      long l25 = l24 * 3 + 25;
      double d25 = l25 / 2.0;
      String s25 = "s" + l25;
      long l26 = l25 * 3 + 26;
      double d26 = l26 / 2.0;
      String s26 = "s" + l26;
      long l27 = l26 * 3 + 27;
      double d27 = l27 / 2.0;
      String s27 = "s" + l27;
      long l28 = l27 * 3 + 28;
      double d28 = l28 / 2.0;
      String s28 = "s" + l28;
      long l29 = l28 * 3 + 29;
      double d29 = l29 / 2.0;
      String s29 = "s" + l29;
      long l30 = l29 * 3 + 30;
      double d30 = l30 / 2.0;
      String s30 = "s" + l30;
      long l31 = l30 * 3 + 31;
      double d31 = l31 / 2.0;
      String s31 = "s" + l31;
      long l32 = l31 * 3 + 32;
      double d32 = l32 / 2.0;
      String s32 = "s" + l32;
      long l33 = l32 * 3 + 33;
      double d33 = l33 / 2.0;
      String s33 = "s" + l33;
      long l34 = l33 * 3 + 34;
      double d34 = l34 / 2.0;
      String s34 = "s" + l34;
      long l35 = l34 * 3 + 35;
      double d35 = l35 / 2.0;
      String s35 = "s" + l35;
      long l36 = l35 * 3 + 36;
      double d36 = l36 / 2.0;
      String s36 = "s" + l36;
      long l37 = l36 * 3 + 37;
      double d37 = l37 / 2.0;
      String s37 = "s" + l37;
      long l38 = l37 * 3 + 38;
      double d38 = l38 / 2.0;
      String s38 = "s" + l38;
      long l39 = l38 * 3 + 39;
      double d39 = l39 / 2.0;
      String s39 = "s" + l39;
      long l40 = l39 * 3 + 40;
      double d40 = l40 / 2.0;
      String s40 = "s" + l40;
      long l41 = l40 * 3 + 41;
      double d41 = l41 / 2.0;
      String s41 = "s" + l41;
      long l42 = l41 * 3 + 42;
      double d42 = l42 / 2.0;
      String s42 = "s" + l42;
      long l43 = l42 * 3 + 43;
      double d43 = l43 / 2.0;
      String s43 = "s" + l43;
      long l44 = l43 * 3 + 44;
      double d44 = l44 / 2.0;
      String s44 = "s" + l44;
      long l45 = l44 * 3 + 45;
      double d45 = l45 / 2.0;
      String s45 = "s" + l45;
      long l46 = l45 * 3 + 46;
      double d46 = l46 / 2.0;
      String s46 = "s" + l46;
      long l47 = l46 * 3 + 47;
      double d47 = l47 / 2.0;
      String s47 = "s" + l47;
      long l48 = l47 * 3 + 48;
      double d48 = l48 / 2.0;
      String s48 = "s" + l48;
      long l49 = l48 * 3 + 49;
      double d49 = l49 / 2.0;
      String s49 = "s" + l49;
      long l50 = l49 * 3 + 50;
      double d50 = l50 / 2.0;
      String s50 = "s" + l50;
      long l51 = l50 * 3 + 51;
      double d51 = l51 / 2.0;
      String s51 = "s" + l51;
      long l52 = l51 * 3 + 52;
      double d52 = l52 / 2.0;
      String s52 = "s" + l52;
      long l53 = l52 * 3 + 53;
      double d53 = l53 / 2.0;
      String s53 = "s" + l53;
      long l54 = l53 * 3 + 54;
      double d54 = l54 / 2.0;
      String s54 = "s" + l54;
      long l55 = l54 * 3 + 55;
      double d55 = l55 / 2.0;
      String s55 = "s" + l55;
      long l56 = l55 * 3 + 56;
      double d56 = l56 / 2.0;
      String s56 = "s" + l56;
      long l57 = l56 * 3 + 57;
      double d57 = l57 / 2.0;
      String s57 = "s" + l57;
      long l58 = l57 * 3 + 58;
      double d58 = l58 / 2.0;
      String s58 = "s" + l58;
      long l59 = l58 * 3 + 59;
      double d59 = l59 / 2.0;
      String s59 = "s" + l59;
      long l60 = l59 * 3 + 60;
      double d60 = l60 / 2.0;
      String s60 = "s" + l60;
      long l61 = l60 * 3 + 61;
      double d61 = l61 / 2.0;
      String s61 = "s" + l61;
      long l62 = l61 * 3 + 62;
      double d62 = l62 / 2.0;
      String s62 = "s" + l62;
      long l63 = l62 * 3 + 63;
      double d63 = l63 / 2.0;
      String s63 = "s" + l63;
      long l64 = l63 * 3 + 64;
      double d64 = l64 / 2.0;
      String s64 = "s" + l64;
      long l65 = l64 * 3 + 65;
      double d65 = l65 / 2.0;
      String s65 = "s" + l65;
      long l66 = l65 * 3 + 66;
      double d66 = l66 / 2.0;
      String s66 = "s" + l66;
      long l67 = l66 * 3 + 67;
      double d67 = l67 / 2.0;
      String s67 = "s" + l67;
      long l68 = l67 * 3 + 68;
      double d68 = l68 / 2.0;
      String s68 = "s" + l68;
      long l69 = l68 * 3 + 69;
      double d69 = l69 / 2.0;
      String s69 = "s" + l69;
      await(t.get("all alive"));
      String sum = "";
      sum += l0 + d0 + s0;
      sum += l1 + d1 + s1;
      sum += l2 + d2 + s2;
      sum += l3 + d3 + s3;
      sum += l4 + d4 + s4;
      sum += l5 + d5 + s5;
      sum += l6 + d6 + s6;
      sum += l7 + d7 + s7;
      sum += l8 + d8 + s8;
      sum += l9 + d9 + s9;
      sum += l10 + d10 + s10;
      sum += l11 + d11 + s11;
      sum += l12 + d12 + s12;
      sum += l13 + d13 + s13;
      sum += l14 + d14 + s14;
      sum += l15 + d15 + s15;
      sum += l16 + d16 + s16;
      sum += l17 + d17 + s17;
      sum += l18 + d18 + s18;
      sum += l19 + d19 + s19;
      sum += l20 + d20 + s20;
      sum += l21 + d21 + s21;
      sum += l22 + d22 + s22;
      sum += l23 + d23 + s23;
      sum += l24 + d24 + s24;
      sum += l25 + d25 + s25;
      sum += l26 + d26 + s26;
      sum += l27 + d27 + s27;
      sum += l28 + d28 + s28;
      sum += l29 + d29 + s29;
      sum += l30 + d30 + s30;
      sum += l31 + d31 + s31;
      sum += l32 + d32 + s32;
      sum += l33 + d33 + s33;
      sum += l34 + d34 + s34;
      sum += l35 + d35 + s35;
      sum += l36 + d36 + s36;
      sum += l37 + d37 + s37;
      sum += l38 + d38 + s38;
      sum += l39 + d39 + s39;
      sum += l40 + d40 + s40;
      sum += l41 + d41 + s41;
      sum += l42 + d42 + s42;
      sum += l43 + d43 + s43;
      sum += l44 + d44 + s44;
      sum += l45 + d45 + s45;
      sum += l46 + d46 + s46;
      sum += l47 + d47 + s47;
      sum += l48 + d48 + s48;
      sum += l49 + d49 + s49;
      sum += l50 + d50 + s50;
      sum += l51 + d51 + s51;
      sum += l52 + d52 + s52;
      sum += l53 + d53 + s53;
      sum += l54 + d54 + s54;
      sum += l55 + d55 + s55;
      sum += l56 + d56 + s56;
      sum += l57 + d57 + s57;
      sum += l58 + d58 + s58;
      sum += l59 + d59 + s59;
      sum += l60 + d60 + s60;
      sum += l61 + d61 + s61;
      sum += l62 + d62 + s62;
      sum += l63 + d63 + s63;
      sum += l64 + d64 + s64;
      sum += l65 + d65 + s65;
      sum += l66 + d66 + s66;
      sum += l67 + d67 + s67;
      sum += l68 + d68 + s68;
      sum += l69 + d69 + s69;
      return sum;
    };
  }
}

/** A reference that is dead over an await, and one that is dead on one way only. */
class S78 {
  static AsyncBody<?> shape(Script t) {
    int[] captured = {1, 2, 3};
    return () -> {
      int[] used = {await(t.get(4)), captured[1]};
      int sum = used[0] + used[1];
      sum += await(t.get(10));
      String maybe = "m" + sum;
      if (await(t.get(true))) {
        sum += await(t.get(20));
      } else {
        sum += maybe.length();
      }
      used = new int[] {sum};
      return used[0] + await(t.get(30));
    };
  }
}

/** An array that is assigned anew after its last use, also when that fails. */
class S80 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int[] numbers = {1, 2, 3};
      int sum = numbers.length;
      try {
        numbers = new int[] {await(t.get(4)), 5};
        sum += numbers[0] + await(t.get(6));
        numbers = null;
        await(t.get("none"));
        numbers = new int[] {await(t.get(7))};
      } finally {
        t.log("numbers " + (numbers == null ? -1 : numbers.length) + " " + sum);
      }
      return sum + numbers[0];
    };
  }
}
