package dev.weft.cli;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the value of a setting.
 *
 * @param kind how the value is written in the config file
 * @param parse from text
 * @param <T> type of the value
 */
record ValueParser<T>(Kind kind, Parse<T> parse) {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})(?:B|([KMG])(?:iB|B)?)?");
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final int KIB_SHIFT = 10;

  /** Types of TOML that a value may have. */
  enum Kind {
    TEXT("a string"),
    NUMBER("an integer"),
    SIZE("an integer or a string"),
    SWITCH("true or false");

    private final String accepted;

    Kind(String accepted) {
      this.accepted = accepted;
    }

    boolean takes(Object value) {
      return switch (this) {
        case TEXT -> value instanceof String;
        case NUMBER -> value instanceof Long;
        case SIZE -> value instanceof Long || value instanceof String;
        case SWITCH -> value instanceof Boolean;
      };
    }

    String accepted() {
      return accepted;
    }
  }

  /** A text that is no value of the setting; the message says what is accepted. */
  static final class BadValueException extends Exception {
    private static final long serialVersionUID = 1L;

    BadValueException(String message) {
      super(message);
    }
  }

  /** The reading itself. */
  @FunctionalInterface
  interface Parse<T> {
    T from(String text) throws BadValueException;
  }

  T parse(String text) throws BadValueException {
    return parse.from(text);
  }

  static ValueParser<String> text(String what) {
    return new ValueParser<>(
        Kind.TEXT,
        text -> {
          if (text.isBlank()) {
            throw new BadValueException("'" + text + "' is not " + what);
          }
          return text;
        });
  }

  static ValueParser<Boolean> onOff() {
    return new ValueParser<>(Kind.SWITCH, Boolean::parseBoolean);
  }

  static ValueParser<Integer> number(int least, int most) {
    return new ValueParser<>(
        Kind.NUMBER,
        text -> {
          long value;
          try {
            value = Long.parseLong(text);
          } catch (NumberFormatException notANumber) {
            throw new BadValueException("'" + text + "' is not an int");
          }
          if (value < least || value > most) {
            throw new BadValueException("%d is not from %d to %d".formatted(value, least, most));
          }
          return (int) value;
        });
  }

  /** Bytes, or so many K, M or G of them, which are powers of 1,024. */
  static ValueParser<Long> size(long least, long most) {
    return new ValueParser<>(
        Kind.SIZE,
        text -> {
          Matcher matcher = SIZE.matcher(text);
          if (!matcher.matches()) {
            throw new BadValueException("'" + text + "' is not a size such as 4096, 64K or 16MiB");
          }
          String unit = matcher.group(2);
          int shift = unit == null ? 0 : KIB_SHIFT * ("KMG".indexOf(unit) + 1);
          long count = Long.parseLong(matcher.group(1));
          if (count > most >> shift || count << shift < least) {
            throw new BadValueException(
                "%s is not from %s to %s".formatted(text, sizeText(least), sizeText(most)));
          }
          return count << shift;
        });
  }

  static ValueParser<Duration> duration() {
    return new ValueParser<>(
        Kind.TEXT,
        text -> {
          Matcher matcher = DURATION.matcher(text);
          if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
            throw new BadValueException(
                "'" + text + "' is not a time above zero such as 500ms, 30s, 5m or 1h");
          }
          long count = Long.parseLong(matcher.group(1));
          return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
          };
        });
  }

  /** One of an enum's constants, written in small letters with dashes unless told otherwise. */
  static <E extends Enum<E>> ValueParser<E> oneOf(Class<E> type, Function<E, String> name) {
    return new ValueParser<>(
        Kind.TEXT,
        text -> {
          for (E constant : type.getEnumConstants()) {
            if (name.apply(constant).equals(text)) {
              return constant;
            }
          }
          throw new BadValueException(
              "'"
                  + text
                  + "' is not one of "
                  + Arrays.stream(type.getEnumConstants())
                      .map(name)
                      .collect(Collectors.joining(", ")));
        });
  }

  static String dashed(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The shortest way to write a size. */
  static String sizeText(long bytes) {
    if (bytes == Long.MAX_VALUE) {
      return "any size";
    }
    int shift = 0;
    while (shift < 3 * KIB_SHIFT && bytes != 0 && (bytes >> shift) % (1 << KIB_SHIFT) == 0) {
      shift += KIB_SHIFT;
    }
    return (bytes >> shift) + (shift == 0 ? "" : "" + "KMG".charAt(shift / KIB_SHIFT - 1));
  }

  /** The shortest way to write a time. */
  static String durationText(Duration time) {
    if (time.toMillis() % 1000 != 0) {
      return time.toMillis() + "ms";
    }
    return time.toSeconds() % 60 == 0 ? time.toMinutes() + "m" : time.toSeconds() + "s";
  }
}
