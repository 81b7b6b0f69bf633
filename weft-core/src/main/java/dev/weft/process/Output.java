package dev.weft.process;

import java.nio.charset.StandardCharsets;

/** What a program that has ended wrote. */
public final class Output {

  private final ExitStatus status;
  private final byte[] stdout;
  private final byte[] stderr;

  Output(ExitStatus status, byte[] stdout, byte[] stderr) {
    this.status = status;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /**
   * How it ended.
   *
   * @return the status
   */
  public ExitStatus status() {
    return status;
  }

  /**
   * What it wrote to its standard output.
   *
   * @return the bytes, a copy; none if the output was redirected elsewhere
   */
  public byte[] stdout() {
    return stdout.clone();
  }

  /**
   * What it wrote to its standard error.
   *
   * @return the bytes, a copy; none if the output was redirected elsewhere
   */
  public byte[] stderr() {
    return stderr.clone();
  }

  /**
   * What it wrote to its standard output, as text.
   *
   * @return the bytes taken for UTF-8; what isn't is replaced by U+FFFD
   */
  public String stdoutText() {
    return new String(stdout, StandardCharsets.UTF_8);
  }

  /**
   * What it wrote to its standard error, as text.
   *
   * @return the bytes taken for UTF-8; what isn't is replaced by U+FFFD
   */
  public String stderrText() {
    return new String(stderr, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "Output[" + status + ", " + stdout.length + " + " + stderr.length + " bytes]";
  }
}
