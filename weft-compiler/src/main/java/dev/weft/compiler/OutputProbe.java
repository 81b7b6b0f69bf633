package dev.weft.compiler;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;

/**
 * Tells the plugin where class files are written, which only an annotation processor can ask. It
 * processes nothing.
 *
 * <p>That there is a processor at all makes {@code -Xlint:processing} complain of each annotation
 * that none claims. So that this one causes no such warning, it claims them all where it is the
 * only processor on its path; beside others it claims nothing.
 */
public final class OutputProbe extends AbstractProcessor {

  private static final String SERVICES = "META-INF/services/javax.annotation.processing.Processor";

  /** For javac. */
  public OutputProbe() {}

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    probe("", 0);
  }

  /** Asks for a file of a package, so many folders below the output folder. */
  private void probe(String moduleAndPackage, int depth) {
    try {
      Output output = Output.of(JavacTask.instance(processingEnv));
      if (!output.isKnown()) {
        URI file =
            processingEnv
                .getFiler()
                .getResource(StandardLocation.CLASS_OUTPUT, moduleAndPackage, "weft.probe")
                .toUri();
        output.found(file, depth, processingEnv.getMessager());
      }
    } catch (IOException | IllegalArgumentException unknown) {
      // Another compiler, a file manager that doesn't tell, or several modules, whose files only
      // process() can ask for. If it can't either, the plugin says what to do.
      return;
    }
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("*");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  @SuppressWarnings("DoNotClaimAnnotations") // only where nobody is left whom that could starve
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (Element root : round.getRootElements()) {
      ModuleElement module = processingEnv.getElementUtils().getModuleOf(root);
      if (module != null && !module.isUnnamed()) {
        probe(module.getQualifiedName() + "/", 1);
      }
    }
    return isAlone();
  }

  private static boolean isAlone() {
    if (OutputProbe.class.getModule().isNamed()) {
      return false; // a processor module path: who else is on it can't be told without loading it
    }
    try {
      ClassLoader loader = OutputProbe.class.getClassLoader();
      return loader != null && Collections.list(loader.getResources(SERVICES)).size() == 1;
    } catch (IOException unreadable) {
      return false;
    }
  }
}
