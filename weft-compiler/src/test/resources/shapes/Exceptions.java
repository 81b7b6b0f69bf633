package shapes;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.awaitUnchecked;

import dev.weft.AsyncBody;
import dev.weft.Cancellation;
import dev.weft.compiler.testkit.Script;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeoutException;

/** A failure is caught where the await is. */
class S52 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      try {
        s += await(t.get("a"));
        s += await(t.<String>failing(new IOException("wanted")));
        s += "not reached";
      } catch (IOException e) {
        s += e.getMessage();
      }
      return s + await(t.get("z"));
    };
  }
}

/** Several clauses. */
class S53 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      Exception[] all = {
        new FileNotFoundException("f"),
        new IOException("i"),
        new IllegalArgumentException("a"),
        new TimeoutException("t"),
        new Exception("e")
      };
      for (Exception x : all) {
        try {
          try {
            await(t.failing(x));
          } catch (FileNotFoundException e) {
            s += "F" + await(t.get(1));
          } catch (IOException e) {
            s += "I" + e.getMessage();
          } catch (IllegalArgumentException | TimeoutException e) {
            s += "M" + e.getMessage() + await(t.get(2));
          }
        } catch (Exception e) {
          s += "E" + e.getMessage();
        }
      }
      return s;
    };
  }
}

/** A variable assigned in the try is seen in the catch. */
class S54 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int x = 1;
      String where = "start";
      try {
        x = 2;
        where = "first";
        await(t.get("a"));
        x = 3;
        where = "second";
        await(t.get("b"));
        x = 4;
        where = "third";
        await(t.failing(new IOException("end")));
        x = 5;
      } catch (IOException e) {
        return where + x + e.getMessage();
      } finally {
        t.log(where + x);
      }
      return "none";
    };
  }
}

/** Awaits in catch and finally, nested. */
class S55 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      try {
        try {
          s += await(t.get("a"));
          await(t.failing(new IOException("one")));
        } catch (IOException e) {
          s += e.getMessage();
          try {
            s += await(t.get("b"));
            await(t.failing(new IllegalStateException("two")));
          } catch (IllegalStateException f) {
            s += f.getMessage() + await(t.get("c"));
          } finally {
            t.log("inner finally");
            s += await(t.get("d"));
          }
        } finally {
          t.log("middle finally");
          try {
            s += await(t.get("e"));
          } finally {
            s += await(t.get("f"));
          }
        }
      } finally {
        t.log("outer finally " + s);
        await(t.get("g"));
      }
      return s;
    };
  }
}

/** A return in finally overrides. */
class S56 {
  @SuppressWarnings("finally")
  static AsyncBody<?> shape(Script t) {
    return () -> {
      try {
        await(t.get("a"));
        if (await(t.get(true))) {
          throw new IllegalStateException("overridden");
        }
        return await(t.get("b"));
      } finally {
        t.log("finally");
        return await(t.get("c"));
      }
    };
  }
}

/** A break and a continue in finally. */
class S57 {
  @SuppressWarnings("finally")
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (int i = 0; i < 5; i++) {
        try {
          s += await(t.get(i));
          if (i == 1) {
            await(t.failing(new IOException("lost")));
          }
          if (i == 2) {
            return "overridden";
          }
        } finally {
          s += await(t.get("f"));
          if (i < 3) {
            continue;
          }
          break;
        }
      }
      return s;
    };
  }
}

/** The value is computed before finally changes the variable. */
class S58 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      int x = 1;
      try {
        x += await(t.get(10));
        return x;
      } finally {
        x = 100;
        await(t.get("f"));
        t.log("x" + x);
      }
    };
  }
}

/** The later exception wins. */
class S59 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      try {
        await(t.failing(new IOException("first")));
        return "none";
      } finally {
        t.log("finally");
        await(t.failing(new TimeoutException("second")));
      }
    };
  }
}

/** Two resources that fail to close. */
class S60 {
  record Res(Script t, String name) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      t.log("close " + name);
      throw new IOException("close " + name);
    }
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      try (var a = new Res(t, "a");
          var b = new Res(t, await(t.get("b")))) {
        t.log(a.name + b.name);
        await(t.failing(new IllegalStateException("body")));
        return 1;
      }
    };
  }
}

/** Resources that are closed well, in a loop with a way out. */
class S60b {
  record Res(Script t, String name) implements AutoCloseable {
    @Override
    public void close() {
      t.log("close " + name);
    }
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      for (int i = 0; i < 3; i++) {
        try (var a = new Res(t, "a" + i);
            var b = new Res(t, await(t.get("b" + i)))) {
          s += await(t.get(a.name));
          if (i == 1) {
            continue;
          }
          if (i == 2) {
            return s + await(t.get(b.name));
          }
        } catch (IOException e) {
          s += "caught" + e.getMessage();
        } finally {
          s += await(t.get("f"));
        }
      }
      return s;
    };
  }
}

/** A resource that is null. */
class S61 {
  record Res(Script t) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      t.log("close");
    }
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      try (Res none = await(t.<Res>get(null))) {
        s += none + await(t.get("a"));
      }
      try (Res none = null;
          Res one = new Res(await(async(() -> t)))) {
        s += none + await(t.get("b"));
        t.log("" + (one != null));
      }
      return s;
    };
  }
}

/** Resources whose close awaits. */
class S61b {
  record Res(Script t, String name) implements dev.weft.AsyncCloseable {
    @Override
    public dev.weft.Future<Void> closeAsync() {
      t.log("closing " + name);
      return async(
          () -> {
            t.log(await(t.get("closed " + name)));
          });
    }
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      try (var a = new Res(t, "a");
          var b = new Res(t, await(t.get("b")))) {
        s += a.name + b.name + await(t.get("body"));
      }
      new Res(t, "direct").close();
      return s + await(t.get("end"));
    };
  }
}

/** Resources of local and anonymous classes, whose close awaits as that of others. */
class S61c {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      class Local implements dev.weft.AsyncCloseable {
        class Inner extends Local {}

        @Override
        public dev.weft.Future<Void> closeAsync() {
          t.log("closing " + getClass().getSimpleName());
          return async(
              () -> {
                t.log(await(t.get("closed")));
              });
        }
      }
      String s = "";
      try (var a = new Local();
          var b = a.new Inner();
          var c =
              new Local() {
                String name = "c";
              }) {
        s += c.name + await(t.get("body"));
      }
      return s + await(t.get("end"));
    };
  }
}

/** Finally runs once, whatever happens, and may await. */
class S62 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = "";
      try (AutoCloseable r = () -> t.log("closed")) {
        s += r == null;
        s += await(t.get("a"));
      } catch (Cancellation c) {
        t.log("cancelled");
        s += await(t.get("cleaning"));
        throw c;
      } catch (IOException e) {
        s += await(t.get("repair"));
      } finally {
        t.log("finally " + s);
        await(t.get("last"));
        t.log("done");
      }
      return s;
    };
  }
}

/** A cancelled block may return a value all the same. */
class S62b {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      try {
        return await(t.get("a"));
      } catch (Throwable all) {
        return all.getClass().getSimpleName() + await(t.get("b"));
      }
    };
  }
}

/** Rethrown with its precise type. */
class S63 {
  static String f(Script t) throws IOException {
    return "f";
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      try {
        String s = f(t) + awaitUnchecked(t.get("a"));
        awaitUnchecked(t.failing(new FileNotFoundException("precise")));
        return s;
      } catch (final Exception e) {
        t.log("again " + await(t.get("c")));
        throw e;
      }
    };
  }
}

/** One exception object, thrown by two awaits and suppressed on itself by nobody. */
class S64 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      var same = new IOException("same");
      Exception first = null;
      try {
        await(t.failing(same));
      } catch (IOException e) {
        first = e;
      }
      try (AutoCloseable r =
          () -> {
            throw same;
          }) {
        t.log("" + r.hashCode() * 0 + (first == same));
        await(t.failing(same));
      }
      return "none";
    };
  }
}

/** An error of the machine. */
class S65 {
  static int deep(int n) {
    return deep(n + 1) + 1;
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = await(t.get("a"));
      try {
        s += deep(0);
      } catch (StackOverflowError e) {
        s += "overflow" + await(t.get("b"));
      }
      return s;
    };
  }
}

/** A checked exception keeps its type. */
class S66 {
  static class Own extends Exception {
    Own(String message, Throwable cause) {
      super(message, cause);
    }
  }

  static AsyncBody<?> shape(Script t) {
    return () -> {
      int n = await(t.get(1));
      if (n == 1) {
        throw new Own("own", new UncheckedIOException(new IOException("cause")));
      }
      return n;
    };
  }
}

/** A failure before any await. */
class S67 {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      t.log("start");
      Object o = "text";
      int n = (Integer) o;
      return n + await(t.get(1));
    };
  }
}

/** A null in place of a future. */
class S67b {
  static AsyncBody<?> shape(Script t) {
    return () -> {
      String s = await(t.get("a"));
      try {
        await((dev.weft.Future<String>) null);
      } catch (NullPointerException e) {
        s += "null" + await(t.get("b"));
      }
      return s;
    };
  }
}
