package dev.weft.process;

import org.jspecify.annotations.Nullable;

/**
 * How a child is connected.
 *
 * @param program its name, for messages
 * @param stderr {@code null} if it goes where the standard output goes
 */
record Wiring(String program, Redirect stdin, Redirect stdout, @Nullable Redirect stderr) {

  static boolean isPipe(@Nullable Redirect redirect) {
    return redirect != null && redirect.kind() == Redirect.Kind.PIPE;
  }
}
