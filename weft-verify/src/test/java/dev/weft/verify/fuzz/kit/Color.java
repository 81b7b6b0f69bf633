package dev.weft.verify.fuzz.kit;

/** Something to switch over. */
public enum Color {
  RED,
  GREEN,
  BLUE
}
