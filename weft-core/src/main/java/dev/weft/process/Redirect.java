package dev.weft.process;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a standard stream of a child leads. */
public final class Redirect {

  enum Kind {
    INHERIT,
    PIPE,
    NOTHING,
    FILE,
    APPEND
  }

  private static final Redirect INHERIT = new Redirect(Kind.INHERIT, null);
  private static final Redirect PIPE = new Redirect(Kind.PIPE, null);
  private static final Redirect NOTHING = new Redirect(Kind.NOTHING, null);

  private final Kind kind;
  private final @Nullable Path file;

  private Redirect(Kind kind, @Nullable Path file) {
    this.kind = kind;
    this.file = file;
  }

  /**
   * To where the same stream of this program leads.
   *
   * @return the redirection
   */
  public static Redirect inherit() {
    return INHERIT;
  }

  /**
   * To this program, which reads or writes it; see {@link Child#stdin}, {@link Child#stdout} and
   * {@link Child#stderr}. A child that writes more than the system holds, usually 64 KiB, waits
   * until somebody reads.
   *
   * @return the redirection
   */
  public static Redirect pipe() {
    return PIPE;
  }

  /**
   * Nowhere: the input is empty, and the output is dropped.
   *
   * @return the redirection
   */
  public static Redirect nothing() {
    return NOTHING;
  }

  /**
   * From a file, or to one, which is made or emptied.
   *
   * @param file the file
   * @return the redirection
   */
  public static Redirect file(Path file) {
    return new Redirect(Kind.FILE, Objects.requireNonNull(file, "file"));
  }

  /**
   * To the end of a file, which is made if there is none; for outputs only.
   *
   * @param file the file
   * @return the redirection
   */
  public static Redirect append(Path file) {
    return new Redirect(Kind.APPEND, Objects.requireNonNull(file, "file"));
  }

  Kind kind() {
    return kind;
  }

  /** As the JDK has it, for an input; an empty one is a pipe that is closed at once. */
  ProcessBuilder.Redirect asInput() {
    return switch (kind) {
      case INHERIT -> ProcessBuilder.Redirect.INHERIT;
      case PIPE, NOTHING -> ProcessBuilder.Redirect.PIPE;
      case FILE -> ProcessBuilder.Redirect.from(path().toFile());
      case APPEND ->
          throw new IllegalArgumentException(
              this + " can't be an input; accepted are inherit, pipe, nothing and file.");
    };
  }

  /** As the JDK has it, for an output. */
  ProcessBuilder.Redirect asOutput() {
    return switch (kind) {
      case INHERIT -> ProcessBuilder.Redirect.INHERIT;
      case PIPE -> ProcessBuilder.Redirect.PIPE;
      case NOTHING -> ProcessBuilder.Redirect.DISCARD;
      case FILE -> ProcessBuilder.Redirect.to(path().toFile());
      case APPEND -> ProcessBuilder.Redirect.appendTo(path().toFile());
    };
  }

  private Path path() {
    return Objects.requireNonNull(file);
  }

  @Override
  public String toString() {
    return kind + (file == null ? "" : " " + file);
  }
}
