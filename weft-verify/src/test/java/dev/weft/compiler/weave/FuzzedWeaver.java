package dev.weft.compiler.weave;

import dev.weft.verify.fuzz.Weaver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The transformer as the fuzzer calls it. In the transformer's own package, so that it is linked to
 * whichever copy of that package it is loaded with.
 */
public final class FuzzedWeaver implements Weaver {

  /** What was read from the class path, which is more work than weaving a small class. */
  private final Map<String, Optional<byte[]>> known = new HashMap<>();

  /** Creates a weaver. */
  public FuzzedWeaver() {}

  @Override
  public Map<String, byte[]> weave(String name, Map<String, byte[]> classes, boolean debug) {
    TypeSource types =
        TypeSource.ofClassFiles(
            other -> classes.containsKey(other) ? classes.get(other) : onClassPath(other));
    WeaveResult result = new ClassWeaver().weave(classes.get(name), new WeaveOptions(types, debug));
    for (WeaveProblem problem : result.problems()) {
      if (problem.kind().isError()) {
        throw new RefusedException(problem.toString());
      }
    }
    var woven = new TreeMap<>(result.companions());
    woven.put(name, result.host());
    return woven;
  }

  private byte[] onClassPath(String internalName) {
    return known.computeIfAbsent(internalName, FuzzedWeaver::read).orElse(null);
  }

  private static Optional<byte[]> read(String internalName) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
