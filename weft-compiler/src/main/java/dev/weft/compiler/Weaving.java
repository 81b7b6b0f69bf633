package dev.weft.compiler;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.Trees;
import dev.weft.compiler.check.BlockSite;
import dev.weft.compiler.check.Warning;
import dev.weft.compiler.weave.BlockFacts;
import dev.weft.compiler.weave.ClassWeaver;
import dev.weft.compiler.weave.WeaveOptions;
import dev.weft.compiler.weave.WeaveProblem;
import dev.weft.compiler.weave.WeaveResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** Rewrites the class files of one compilation as javac writes them. */
final class Weaving {

  /*
   * State: the names of all classes that javac wrote, and of all companions with the block that each belongs
   * to. A class that has a companion's name would overwrite it, or be overwritten, depending on which comes
   * first; both are found here, since each class passes by.
   */

  private final Trees trees;
  private final JavacTask task;
  private final ClassFolder folder;
  private final PluginOptions options;
  private final Growth growth;
  private final ProgramTypes types;
  private final WeaveOptions weaveOptions;
  private final ClassWeaver weaver = new ClassWeaver();
  private final Set<Path> written = new HashSet<>();
  private final Map<Path, BlockSite> companions = new HashMap<>();

  Weaving(
      JavacTask task,
      ProgramTypes types,
      ClassFolder folder,
      PluginOptions options,
      Growth growth) {
    this.task = task;
    this.trees = Trees.instance(task);
    this.folder = folder;
    this.options = options;
    this.growth = growth;
    this.types = types;
    this.weaveOptions = new WeaveOptions(types, options.debug(), options.preempt());
  }

  /** A class is about to be written. */
  void starts(TypeElement type, String name, TaskEvent event) {
    folder.before(name, module(type), source(event));
  }

  private String module(TypeElement type) {
    ModuleElement module = task.getElements().getModuleOf(type);
    return module == null ? "" : module.getQualifiedName().toString();
  }

  private static @Nullable URI source(TaskEvent event) {
    return event.getSourceFile() == null ? null : event.getSourceFile().toUri();
  }

  /**
   * A class was written: weaves it if it has blocks, and takes away what is left of earlier ones.
   */
  void written(TypeElement type, String name, List<BlockSite> sites, TaskEvent event) {
    Path file = folder.find(name, module(type), source(event));
    types.seenFrom(task.getElements().getModuleOf(type));
    try {
      if (file == null) {
        missing(name, sites);
        return;
      }
      written.add(file);
      BlockSite overwritten = companions.get(file);
      if (overwritten != null) {
        clash(overwritten, name);
        return;
      }
      ClassFolder.deleteStale(file, sites.isEmpty() ? Set.of() : weave(file, sites));
    } catch (IOException failure) {
      failed(name, sites, failure + " while its class file was read or written");
    } catch (RuntimeException | LinkageError defect) {
      failed(name, sites, "a defect of the plugin, " + Defects.text(defect));
    }
  }

  private Set<Path> weave(Path file, List<BlockSite> sites) throws IOException {
    byte[] before = Files.readAllBytes(file);
    WeaveResult result = weaver.weave(before, weaveOptions);
    result.problems().forEach(problem -> tell(problem, sites));
    var files = new HashSet<Path>();
    for (Map.Entry<String, byte[]> companion : result.companions().entrySet()) {
      Path target = ClassFolder.companion(file, companion.getKey());
      BlockSite site = site(companion.getKey(), result, sites);
      if (written.contains(target) || isForeign(target)) {
        clash(site, companion.getKey().replace('/', '.'));
        return Set.of();
      }
      files.add(target);
      if (site != null) {
        companions.put(target, site);
      }
      Files.write(target, companion.getValue());
    }
    if (result.changed()) {
      Files.write(file, result.host());
    }
    result.blocks().forEach(facts -> tell(facts, sites));
    growth.add(before, result);
    return files;
  }

  private static boolean isForeign(Path target) throws IOException {
    return Files.exists(target) && !ClassFolder.isCompanion(target);
  }

  private static @Nullable BlockSite site(
      String companion, WeaveResult result, List<BlockSite> sites) {
    return result.blocks().stream()
        .filter(facts -> facts.companion().equals(companion))
        .findFirst()
        .map(facts -> Blocks.at(facts.line(), sites))
        .orElse(null);
  }

  private void tell(BlockFacts facts, List<BlockSite> sites) {
    BlockSite site = Blocks.at(facts.line(), sites);
    if (options.report() && site != null) {
      print(Diagnostic.Kind.NOTE, Growth.of(facts), site);
    }
  }

  private void tell(WeaveProblem problem, List<BlockSite> sites) {
    BlockSite site = Blocks.at(problem.line(), sites);
    if (site == null) {
      return;
    }
    String text = site.name() + ": " + problem.message();
    if (problem.kind().isError()) {
      print(Diagnostic.Kind.ERROR, text, site);
      return;
    }
    Warning warning =
        problem.kind() == WeaveProblem.Kind.NOT_PREEMPTIBLE ? Warning.PREEMPT : Warning.SIZE;
    if (!site.suppressed().contains(warning)) {
      print(Diagnostic.Kind.WARNING, "[" + warning.key() + "] " + text, site);
    }
  }

  private void clash(@Nullable BlockSite site, String name) {
    if (site != null) {
      print(
          Diagnostic.Kind.ERROR,
          "The class of this async block needs the name "
              + name
              + ", which a class of yours has: rename that class.",
          site);
    }
  }

  private void missing(String name, List<BlockSite> sites) {
    if (!sites.isEmpty() && folder.mayBeWrong()) {
      print(
          Diagnostic.Kind.ERROR,
          "The Weft plugin finds no class file of "
              + name
              + " in "
              + folder
              + ": give the folder of -d as -Xplugin:\"Weft out=DIR\".",
          sites.getFirst());
    }
  }

  private void failed(String name, List<BlockSite> sites, String why) {
    if (!sites.isEmpty()) {
      print(
          Diagnostic.Kind.ERROR,
          "The async blocks of " + name + " can't be compiled: " + why + ".",
          sites.getFirst());
    }
  }

  private void print(Diagnostic.Kind kind, String text, BlockSite site) {
    trees.printMessage(kind, text, site.tree(), site.unit());
  }
}
