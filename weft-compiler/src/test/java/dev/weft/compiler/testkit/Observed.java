package dev.weft.compiler.testkit;

import dev.weft.Cancellation;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What could be seen of a run.
 *
 * @param outcome the value, or the exception with its line, cause and suppressed ones
 * @param log the side effects in their order
 * @param polled how many futures were polled
 */
public record Observed(String outcome, List<String> log, int polled) {

  static Observed value(Object value, Script script) {
    return new Observed("value " + text(value), script.log(), script.polled());
  }

  static Observed thrown(Throwable failure, Script script) {
    return new Observed("thrown " + text(failure), script.log(), script.polled());
  }

  /** The same without line numbers, which a class file need not have. */
  public Observed withoutLines() {
    return new Observed(outcome.replaceAll(" in line -?\\d+", ""), log, polled);
  }

  /** Doubles with all their bits, arrays with their elements. */
  static String text(Object value) {
    return switch (value) {
      case Double d -> "double " + Long.toHexString(Double.doubleToRawLongBits(d));
      case Float f -> "float " + Integer.toHexString(Float.floatToRawIntBits(f));
      case Character c -> "char " + (int) c;
      case int[] ints -> Arrays.toString(ints);
      case int[][] ints -> Arrays.deepToString(ints);
      case Object[] objects -> Arrays.deepToString(objects);
      case Throwable failure -> text(failure);
      case null -> "null";
      default -> value.getClass().getSimpleName() + " " + value;
    };
  }

  private static String text(Throwable failure) {
    var text = new StringBuilder(failure.getClass().getName()).append(message(failure));
    text.append(line(failure));
    if (failure.getCause() != null && failure.getCause() != failure) {
      text.append(" cause {").append(text(failure.getCause())).append('}');
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      text.append(" suppressed {").append(text(suppressed)).append('}');
    }
    return text.toString();
  }

  /** The message without what depends on loaders and on the numbering of locals. */
  private static String message(Throwable failure) {
    if (failure instanceof NullPointerException || failure instanceof Cancellation) {
      return "";
    }
    String message = Objects.toString(failure.getMessage());
    int loaders = message.indexOf(" (");
    return " " + (loaders < 0 ? message : message.substring(0, loaders));
  }

  /** The line of a shape that threw by itself, or called something of the JDK that did. */
  private static String line(Throwable failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      if (frame.getClassName().startsWith("shapes.")) {
        return " in line " + frame.getLineNumber();
      }
      if (!frame.getClassName().startsWith("java.")) {
        return "";
      }
    }
    return "";
  }
}
