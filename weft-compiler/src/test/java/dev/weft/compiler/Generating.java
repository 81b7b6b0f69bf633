package dev.weft.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** A processor of somebody else, which writes a source with an async block. */
public final class Generating extends AbstractProcessor {

  private boolean done;

  /** For javac. */
  public Generating() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("*");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    if (!done) {
      done = true;
      try (Writer out = processingEnv.getFiler().createSourceFile("Generated").openWriter()) {
        out.write("class Generated { dev.weft.AsyncBody<String> made = () -> \"made\"; }");
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return false;
  }
}
