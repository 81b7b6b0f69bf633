package dev.weft.compiler.weave;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads each class file once. Not for several threads. */
final class ClassFileTypes implements TypeSource {
  private final Function<String, byte @Nullable []> classFiles;
  private final Map<String, Optional<TypeFacts>> known = new HashMap<>();

  ClassFileTypes(Function<String, byte @Nullable []> classFiles) {
    this.classFiles = classFiles;
  }

  @Override
  public @Nullable TypeFacts find(String internalName) {
    return known.computeIfAbsent(internalName, this::read).orElse(null);
  }

  private Optional<TypeFacts> read(String internalName) {
    byte[] bytes = classFiles.apply(internalName);
    if (bytes == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(TypeFacts.of(bytes));
    } catch (IllegalArgumentException unreadable) {
      return Optional.empty(); // as good as not found: the weaver then takes the careful way
    }
  }
}
