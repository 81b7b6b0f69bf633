package dev.weft.verify.fuzz.kit;

import dev.weft.Cancellation;
import java.util.Arrays;
import java.util.Objects;

/** Values and failures as texts that are equal only if those are. */
public final class Text {

  private Text() {}

  /** Doubles with all their bits, arrays with their elements, the type where it could differ. */
  public static String of(Object value) {
    return switch (value) {
      case Double d -> "double " + Long.toHexString(Double.doubleToRawLongBits(d));
      case Float f -> "float " + Integer.toHexString(Float.floatToRawIntBits(f));
      case Character c -> "char " + (int) c;
      case int[] ints -> Arrays.toString(ints);
      case byte[] bytes -> Arrays.toString(bytes);
      case long[] longs -> Arrays.toString(longs);
      case double[] doubles -> Arrays.toString(doubles);
      case Object[] objects -> Arrays.deepToString(objects);
      case Throwable failure -> of(failure);
      case null -> "null";
      default -> value.getClass().getSimpleName() + " " + value;
    };
  }

  /** Type, message, cause and suppressed ones, and theirs. */
  public static String of(Throwable failure) {
    var text = new StringBuilder(failure.getClass().getName()).append(message(failure));
    if (failure.getCause() != null && failure.getCause() != failure) {
      text.append(" cause {").append(of(failure.getCause())).append('}');
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      text.append(" suppressed {").append(of(suppressed)).append('}');
    }
    return text.toString();
  }

  /** The message without what depends on loaders and on the numbering of variables. */
  private static String message(Throwable failure) {
    if (failure instanceof NullPointerException || failure instanceof Cancellation) {
      return "";
    }
    String message = Objects.toString(failure.getMessage());
    int loaders = message.indexOf(" (");
    return " " + (loaders < 0 ? message : message.substring(0, loaders));
  }
}
