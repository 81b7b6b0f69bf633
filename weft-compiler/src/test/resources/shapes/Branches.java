package shapes;

import static dev.weft.Async.await;

import dev.weft.AsyncBody;
import dev.weft.compiler.testkit.Script;
import java.util.List;

/** Fall-through. */
class S29 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (int i = 0; i < 5; i++) {
        switch (await(t.get(i))) {
          case 0:
            s += await(t.get("zero"));
          case 1:
            s += "one";
            break;
          case 2:
            s += await(t.get("two"));
          default:
            s += await(t.get("rest"));
          case 3:
            s += "three";
        }
        s += ";";
      }
      return s;
    };
  }
}

/** Switch expressions above operands. */
class S30 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int sum = 0;
      for (int i = 0; i < 3; i++) {
        sum +=
            t.say(1)
                + switch (i) {
                  case 0 -> await(t.get(10));
                  case 1 -> 20;
                  default -> {
                    int x = await(t.get(30));
                    yield x + await(t.get(1));
                  }
                }
                * 2;
      }
      return sum;
    };
  }
}

/** A yield that leaves a try. */
class S31 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (int i = 0; i < 2; i++) {
        s +=
            switch (i) {
              case 0 -> {
                try {
                  yield await(t.get("a"));
                } finally {
                  t.log("finally");
                  await(t.get("clean"));
                }
              }
              default -> await(t.get("b"));
            };
      }
      return s;
    };
  }
}

/** Strings. */
class S32 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (String x : List.of("Aa", "BB", "C", "none")) {
        switch (await(t.get(x))) {
          case "Aa" -> s += await(t.get(1));
          case "BB" -> s += await(t.get(2));
          case "C" -> s += "3";
          default -> s += await(t.get(4));
        }
      }
      return s;
    };
  }
}

/** Enums. */
class S33 {
  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (Colour c : Colour.values()) {
        switch (await(t.get(c))) {
          case RED:
            s += await(t.get("r"));
            break;
          case BLUE:
            s += "b";
            break;
        }
        s +=
            switch (c) {
              case RED -> await(t.get(1));
              case GREEN -> 2;
              case BLUE -> await(t.get(3));
            };
      }
      Colour none = await(t.<Colour>get(null));
      return switch (none) {
        case RED -> s;
        default -> await(t.get("not reached"));
      };
    };
  }
}

/** Patterns with guards that await. */
class S34 {
  record R(int a, String b) {}

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (Object o : new Object[] {new R(1, "x"), new R(2, "y"), "text", 5, 'c'}) {
        s +=
            switch (o) {
              case R(var a, var b) when await(t.get(a == 1)) -> "first" + b;
              case R(int a, String b) when await(t.get(a == 3)) -> "no" + b;
              case R r -> "r" + await(t.get(r.b()));
              case String text when text.length() > await(t.get(9)) -> "long";
              case String text -> text + await(t.get("!"));
              case Integer i when await(t.get(i > 3)) && i < await(t.get(10)) -> "int" + i;
              default -> await(t.get("rest"));
            };
      }
      return s;
    };
  }
}

/** Nested record patterns, with an accessor that throws. */
class S35 {
  record Inner(Object x) {
    public Object x() {
      if ("bad".equals(x)) {
        throw new IllegalStateException("accessor");
      }
      return x;
    }
  }

  record Outer(Inner left, Inner right) {}

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      Object[] all = {
        new Outer(new Inner(1), new Inner("r")),
        new Outer(null, new Inner(2)),
        new Outer(new Inner(1), new Inner(null)),
        new Outer(new Inner("bad"), new Inner(1)),
      };
      for (Object o : all) {
        s +=
            switch (o) {
              case Outer(Inner(Integer i), Inner(String r)) when await(t.get(i > 0)) -> r + i;
              case Outer(Inner l, Inner(var r)) when l == null -> "null" + await(t.get("" + r));
              default -> await(t.get("d"));
            };
      }
      return s;
    };
  }
}

/** {@code case null}. */
class S36 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (int i = 0; i < 3; i++) {
        Object o = i == 0 ? null : i == 1 ? "s" : (Object) 1;
        s +=
            switch (await(t.get(o))) {
              case String x -> x + await(t.get(1));
              case null, default -> "nd" + await(t.get(2));
            };
      }
      String none = await(t.<String>get(null));
      switch (none) {
        case "a" -> s += "a";
        default -> s += await(t.get("unreachable"));
      }
      return s;
    };
  }
}

/** A binding that lives on. */
class S37 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      Object o = await(t.<Object>get("text"));
      if (!(o instanceof String s)) {
        return "not";
      }
      int n = await(t.get(2));
      t.log("s" + s.length());
      if (!(o instanceof CharSequence c && await(t.get(c.length() == 4)))) {
        return "no";
      }
      return s.substring(await(t.get(n))) + c;
    };
  }
}

/** A binding in a short circuit. */
class S38 {
  record Foo(boolean ok) {}

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (Object o : new Object[] {new Foo(true), new Foo(false), "x"}) {
        s += o instanceof Foo f && await(t.get(true)) && f.ok() ? "yes" : "no";
        s += o instanceof Foo(boolean b) && (await(t.get(b)) | b) ? 1 : 0;
      }
      return s;
    };
  }
}

/** Unnamed variables and patterns. */
class S39 {
  record P(int a, int b) {}

  static AsyncBody<?> shape(Script t) {
    return () -> {
      int sum = 0;
      for (int _ : new int[] {1, 2}) {
        var _ = await(t.get("ignored"));
        if (new P(3, 4) instanceof P(_, int b)) {
          sum += b + await(t.get(1));
        }
        try {
          int _ = Integer.parseInt(await(t.get("x")));
        } catch (NumberFormatException _) {
          sum += await(t.get(10));
        }
      }
      return sum;
    };
  }
}
