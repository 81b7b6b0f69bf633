package dev.weft.verify.fuzz.kit;

/** An object with a field of each kind. */
public class Box {
  public boolean z;
  public byte b;
  public short s;
  public char c;
  public int i;
  public long j;
  public float f;
  public double d;
  public String t = "t";
  public Object o = "o";

  public Box() {}

  public Box(int i, long j, String t) {
    this.i = i;
    this.j = j;
    this.t = t;
  }

  public Box(double d, Object o) {
    this.d = d;
    this.o = o;
  }

  /** Mixes arguments of all sizes. */
  public long mix(int a, long x, double y, String u) {
    i += a;
    return x + i + (long) y + (u == null ? 7 : u.length());
  }

  /** For bound method references. */
  public int next() {
    return ++i;
  }

  @Override
  public String toString() {
    return "Box["
        + z
        + b
        + s
        + (int) c
        + ","
        + i
        + ","
        + j
        + ","
        + f
        + ","
        + d
        + ","
        + t
        + ","
        + Text.of(o)
        + "]";
  }
}
