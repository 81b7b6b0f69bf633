package dev.weft.verify.fuzz.kit;

/** Something to match patterns with. */
public sealed interface Shape {

  /** A flat record. */
  record Dot(int x) implements Shape {}

  /** A record of records, with a value of two words. */
  record Line(Dot from, long weight, Dot to) implements Shape {}

  /** A record that holds anything. */
  record Tagged(String tag, Object value) implements Shape {
    @Override
    public String toString() {
      return "Tagged[tag=" + tag + ", value=" + Text.of(value) + "]";
    }
  }

  /** A record whose accessor may throw, which a record pattern turns into a MatchException. */
  record Touchy(int value) implements Shape {
    @Override
    public int value() {
      if (value < 0) {
        throw new Bad("touchy " + value);
      }
      return value;
    }

    @Override
    public String toString() {
      return "Touchy[value=" + value + "]";
    }
  }
}
