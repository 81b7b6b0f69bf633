package shapes;

import static dev.weft.Async.await;

import dev.weft.AsyncBody;
import dev.weft.compiler.testkit.Script;

/** Two-slot values under an await. */
class S13 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      long l = t.say(1L << 40) * 2 + await(t.get(3));
      double nan = Double.longBitsToDouble(0x7ff8000000000123L);
      double kept = await(t.get(true)) ? nan : 0;
      double d = t.say(0.1) + await(t.get(0.2)) * 3 - (double) await(t.get(1));
      long bits = Double.doubleToRawLongBits(kept) + await(t.get(0));
      return l + ":" + Double.doubleToRawLongBits(d) + ":" + Long.toHexString(bits);
    };
  }
}

/** Two-slot values and ints mixed on the stack, in calls. */
class S13b {
  static String f(long a, int b, double c, String d, long e) {
    return a + " " + b + " " + c + " " + d + " " + e;
  }

  static AsyncBody<?> shape(Script t) {
    return () ->
        f(
            t.say(1L),
            await(t.get(2)),
            t.say(3.5) + await(t.get(0.25)),
            "d" + await(t.get('x')),
            (long) await(t.get(9)) << await(t.get(33)));
  }
}

/** The conditional operator keeps its types. */
class S14 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      boolean c = await(t.get(true));
      Object o = c ? await(t.get(1)) : 2.0;
      Object p = c ? (Object) await(t.get(1)) : (Object) 2.0;
      int n =
          await(t.get(false))
              ? await(t.get(1))
              : await(t.get(true)) ? (c ? await(t.get(2)) : 3) : await(t.get(4));
      long w = 5 + (c ? await(t.get(6L)) : 7);
      return o + " " + p + " " + n + " " + w;
    };
  }
}

/** Unboxing null after the await. */
class S15 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      boolean c = await(t.get(true));
      int fine = c ? 1 : await(t.<Integer>get(null));
      t.log("fine " + fine);
      int bad = !c ? 1 : await(t.<Integer>get(null));
      return bad;
    };
  }
}

/** Short circuits. */
class S16 {
  static boolean a(Script t, boolean v) {
    return t.say(v);
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (int i = 0; i < 8; i++) {
        boolean x = (i & 1) != 0;
        boolean y = (i & 2) != 0;
        boolean z = (i & 4) != 0;
        s += (a(t, x) && await(t.get(y)) || a(t, z)) ? "1" : "0";
        s += (a(t, x) || await(t.get(y)) && await(t.get(z))) ? "1" : "0";
      }
      return s;
    };
  }
}

/** Nested unary and exclusive or. */
class S17 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      boolean a = !(await(t.get(true)) ^ await(t.get(false)));
      boolean b = !(!await(t.get(true)) & !!await(t.get(true)));
      int c = ~-+await(t.get(5));
      return a + " " + b + " " + c;
    };
  }
}

/** Narrowing, by casts and by compound assignment. */
class S18 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      byte b = (byte) (int) await(t.get(300));
      char c = (char) (int) await(t.get(70_000));
      short s = (short) (int) await(t.get(70_000));
      b += await(t.get(200));
      c += await(t.get(1));
      s *= await(t.get(3));
      int i = 7;
      i *= await(t.get(1.5));
      i >>>= await(t.get(33L));
      float f = 1;
      f += await(t.get(0.1));
      return b + " " + (int) c + " " + s + " " + i + " " + f;
    };
  }
}

/** Float. */
class S19 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      float f = await(t.get(7.3f)) % 1f;
      float g = f + await(t.get(Float.MIN_VALUE)) / 2;
      return Float.floatToRawIntBits(f) + " " + Float.floatToRawIntBits(g);
    };
  }
}
