package dev.weft.net;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a {@link UnixDatagram} is: a path, an abstract name, or nowhere.
 *
 * <p>Names are UTF-8. An abstract name, which only Linux has, is a name without a file; people
 * write it with a leading {@code @}.
 *
 * <p><em>Threads:</em> immutable.
 */
public final class UnixAddress {

  private static final UnixAddress UNNAMED = new UnixAddress("");

  private final String name; // as the drivers take it

  private UnixAddress(String name) {
    this.name = name;
  }

  /**
   * The address of a path.
   *
   * @param path at most 107 bytes long where it is used
   * @return its address
   */
  public static UnixAddress of(Path path) {
    return new UnixAddress(UnixNames.ofPath(path));
  }

  /**
   * The address of an abstract name.
   *
   * @param name without the leading 0, at most 107 bytes long where it is used
   * @return its address
   */
  public static UnixAddress ofAbstract(String name) {
    return new UnixAddress(UnixNames.ofAbstract(name));
  }

  /**
   * The address of a socket that has none, to which nobody can send.
   *
   * @return that one
   */
  public static UnixAddress unnamed() {
    return UNNAMED;
  }

  static UnixAddress ofName(String name) {
    return name.isEmpty() ? UNNAMED : new UnixAddress(name);
  }

  /** The name as the drivers take it. */
  String name() {
    return name;
  }

  /**
   * Whether there is no name.
   *
   * @return true for {@link #unnamed}
   */
  public boolean isUnnamed() {
    return name.isEmpty();
  }

  /**
   * Whether this is an abstract name.
   *
   * @return true for {@link #ofAbstract}
   */
  public boolean isAbstract() {
    return !isUnnamed() && UnixNames.isAbstract(name);
  }

  /**
   * The path.
   *
   * @return the path, or {@code null} if this is no path
   */
  public @Nullable Path path() {
    return isUnnamed() || isAbstract() ? null : Path.of(name);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UnixAddress that && that.name.equals(name);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(name);
  }

  /** The path; {@code @} and the abstract name; or {@code (no name)}. */
  @Override
  public String toString() {
    return isUnnamed() ? "(no name)" : UnixNames.text(name);
  }
}
