package dev.weft.process;

/**
 * How a program ended.
 *
 * @param code what it gave, 0 for success; 128 + n if the signal n ended it, where there are
 *     signals
 */
public record ExitStatus(int code) {

  /**
   * Whether the program says that it succeeded.
   *
   * @return whether the code is 0
   */
  public boolean isSuccess() {
    return code == 0;
  }
}
