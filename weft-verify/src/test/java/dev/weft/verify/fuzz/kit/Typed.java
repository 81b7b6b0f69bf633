package dev.weft.verify.fuzz.kit;

import dev.weft.Future;

/**
 * What a probe does with a value of each type. The names differ, as javac would take exponential
 * time for overloaded methods inside each other's arguments.
 */
public abstract class Typed {

  abstract <T> Future<T> future(T value);

  /** Notes something. */
  public abstract void log(String what);

  // A future that yields the value, unless the plan is against it.

  public final Future<Boolean> fz(boolean value) {
    return future(value);
  }

  public final Future<Byte> fb(byte value) {
    return future(value);
  }

  public final Future<Short> fs(short value) {
    return future(value);
  }

  public final Future<Character> fc(char value) {
    return future(value);
  }

  public final Future<Integer> fi(int value) {
    return future(value);
  }

  public final Future<Long> fj(long value) {
    return future(value);
  }

  public final Future<Float> ff(float value) {
    return future(value);
  }

  public final Future<Double> fd(double value) {
    return future(value);
  }

  public final <T> Future<T> f(T value) {
    return future(value);
  }

  // Notes a value and returns it.

  public final boolean sayz(boolean value) {
    log(Text.of(value));
    return value;
  }

  public final byte sayb(byte value) {
    log(Text.of(value));
    return value;
  }

  public final short says(short value) {
    log(Text.of(value));
    return value;
  }

  public final char sayc(char value) {
    log(Text.of(value));
    return value;
  }

  public final int sayi(int value) {
    log(Text.of(value));
    return value;
  }

  public final long sayj(long value) {
    log(Text.of(value));
    return value;
  }

  public final float sayf(float value) {
    log(Text.of(value));
    return value;
  }

  public final double sayd(double value) {
    log(Text.of(value));
    return value;
  }

  public final <T> T say(T value) {
    log(Text.of(value));
    return value;
  }
}
