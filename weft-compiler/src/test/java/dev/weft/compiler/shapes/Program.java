package dev.weft.compiler.shapes;

import dev.weft.AsyncBody;
import dev.weft.compiler.testkit.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Compiled shapes: a folder of classes, of which each {@code SNN} makes a body. */
final class Program {

  private final Path folder;
  private ClassLoader loader;

  Program(Path folder) {
    this.folder = folder;
    this.loader = newLoader();
  }

  private ClassLoader newLoader() {
    try {
      var fresh =
          new URLClassLoader(new URL[] {folder.toUri().toURL()}, Program.class.getClassLoader());
      fresh.setDefaultAssertionStatus(true);
      return fresh;
    } catch (MalformedURLException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Loads all classes anew from now on, so that static initialisers run again. */
  void reload() {
    loader = newLoader();
  }

  /** The names of the shapes, sorted. */
  List<String> shapes() {
    try (Stream<Path> files = Files.list(folder.resolve("shapes"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("S\\d+[a-z]?\\.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .sorted()
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  AsyncBody<?> body(String shape, Script script) throws ReflectiveOperationException {
    Method maker = loader.loadClass("shapes." + shape).getDeclaredMethod("shape", Script.class);
    maker.setAccessible(true);
    return (AsyncBody<?>) maker.invoke(null, script);
  }
}
