package dev.weft.compiler.weave;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Weaves the class files that another compiler than javac wrote:
 *
 * <pre>
 * java -jar weft-compiler-VERSION.jar weave [-preempt] [-cp PATH] DIR...
 * </pre>
 *
 * <p>Class files are replaced in place, and companions that no block needs any more are deleted.
 * The class path, of libraries with subtypes of {@code AsyncCloseable} or interfaces of their own
 * for blocks, may be left out. With {@code -preempt} all loops in blocks get pre-emption points, as
 * with the plugin's {@code preempt=loops}. Prints one line on what was done. Exit code 0; 1 if a
 * block couldn't be compiled or a file not be written; 2 if the arguments or a class file are bad.
 */
public final class WeaveMain {
  static final int OK = 0;
  static final int FAILED = 1;
  static final int BAD_INPUT = 2;

  private static final String USAGE =
      "Usage: java -jar weft-compiler-VERSION.jar weave [-preempt] [-cp PATH] DIR..., where each DIR holds class files.";

  private final PrintStream out;
  private final PrintStream err;

  WeaveMain(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * The program.
   *
   * @param arguments {@code weave}, options, and folders
   */
  public static void main(String[] arguments) {
    System.exit(new WeaveMain(System.out, System.err).run(List.of(arguments)));
  }

  int run(List<String> arguments) {
    if (arguments.isEmpty() || !arguments.getFirst().equals("weave")) {
      return bad(
          arguments.isEmpty()
              ? USAGE
              : "There is no command \"" + arguments.getFirst() + "\". " + USAGE);
    }
    List<String> rest = arguments.subList(1, arguments.size());
    boolean preempt = false;
    String classPath = "";
    var folders = new ArrayList<Path>();
    for (Iterator<String> left = rest.iterator(); left.hasNext(); ) {
      String each = left.next();
      switch (each) {
        case "-h", "-help", "--help" -> {
          out.println(USAGE);
          return OK;
        }
        case "-preempt" -> preempt = true;
        case "-cp", "-classpath" -> {
          if (!left.hasNext()) {
            return bad(each + " needs a class path. " + USAGE);
          }
          classPath = left.next();
        }
        default -> {
          if (each.startsWith("-")) {
            return bad("There is no option \"" + each + "\". " + USAGE);
          }
          Path folder = Path.of(each);
          if (!Files.isDirectory(folder)) {
            return bad("\"" + each + "\" is no folder; give folders with class files.");
          }
          folders.add(folder);
        }
      }
    }
    if (folders.isEmpty()) {
      return bad(USAGE);
    }
    return weave(folders, classPath, preempt);
  }

  private int weave(List<Path> folders, String classPath, boolean preempt) {
    try (URLClassLoader loader =
        new URLClassLoader(urls(folders, classPath), ClassLoader.getPlatformClassLoader())) {
      var options =
          new WeaveOptions(
              TypeSource.ofClassFiles(
                  name -> {
                    try (var in = loader.getResourceAsStream(name + ".class")) {
                      return in == null ? null : in.readAllBytes();
                    } catch (IOException unreadable) {
                      return null; // as good as missing: the weaver then takes the careful way
                    }
                  }),
              false,
              preempt);
      var work = new WeaveFolder(options, err);
      for (Path folder : folders) {
        work.weave(folder);
      }
      out.println(work.summary());
      return work.failed() ? FAILED : OK;
    } catch (BadClassFile bad) {
      return bad(String.valueOf(bad.getMessage()));
    } catch (UncheckedIOException unreadable) {
      return failed(unreadable.getCause());
    } catch (IOException failure) {
      return failed(failure);
    }
  }

  private int failed(@Nullable IOException failure) {
    err.println("weave: " + failure);
    return FAILED;
  }

  private static URL[] urls(List<Path> folders, String classPath) throws MalformedURLException {
    var urls = new ArrayList<URL>();
    for (Path folder : folders) {
      urls.add(folder.toUri().toURL());
    }
    for (String each : classPath.split(File.pathSeparator, -1)) {
      if (!each.isEmpty()) {
        urls.add(Path.of(each).toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }

  private int bad(String message) {
    err.println("weave: " + message);
    return BAD_INPUT;
  }

  /** A file that is no class file although its name says so. */
  static final class BadClassFile extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadClassFile(Path file, RuntimeException cause) {
      super(
          file
              + (cause instanceof IllegalArgumentException
                  ? " is no class file: " + cause.getMessage()
                  : " is a damaged class file, or of a kind that the weaver doesn't know: " + cause)
              + ".",
          cause);
    }
  }
}
