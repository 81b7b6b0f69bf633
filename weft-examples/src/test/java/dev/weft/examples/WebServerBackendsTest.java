package dev.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The web server as this build has compiled it, and as a compiler without the plugin does. */
@Timeout(60)
class WebServerBackendsTest {

  private static final Path SOURCES = Path.of("src/main/java/dev/weft/examples");

  @TempDir Path classes;

  @Test
  void server_compiledWithTheBuild_serves() throws Exception {
    assertServes(WebServer::main);
  }

  @Test
  void server_compiledWithoutThePlugin_servesAllTheSame() throws Exception {
    compileWithoutThePlugin();
    assertThat(names()).contains("WebServer.class", "HttpConnection.class");
    assertThat(names()).noneMatch(name -> name.contains("$Weft$")); // no state machine
    try (var loader = new OwnFirst(classes.toUri().toURL())) {
      Method main = loader.loadClass(WebServer.class.getName()).getMethod("main", String[].class);
      assertThat(main.getDeclaringClass()).isNotEqualTo(WebServer.class);
      assertServes(args -> invoke(main, args));
    }
  }

  /** By a javac of its own: one in this process finds the plugin among the classes of the tests. */
  private void compileWithoutThePlugin() throws Exception {
    String own = classes.toString(); // also where javac looks for plugins: there is none
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
    command.addAll(List.of("-proc:none", "-processorpath", own, "-d", own, "-cp", libraries()));
    try (Stream<Path> sources = Files.list(SOURCES)) {
      sources.map(Path::toString).forEach(command::add);
    }
    Process javac = new ProcessBuilder(command).redirectErrorStream(true).start();
    String messages = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(javac.waitFor()).as("%s", messages).isZero();
  }

  /** All that this test runs with, on the class path or as modules. */
  private static String libraries() {
    String modules = System.getProperty("jdk.module.path", "");
    return System.getProperty("java.class.path") + File.pathSeparator + modules;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static void invoke(Method main, String[] args) throws Exception {
    try {
      main.invoke(null, (Object) args);
    } catch (InvocationTargetException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }

  private static void assertServes(Server.Main main) throws Exception {
    try (var program = new Server(main)) {
      try (var peer = new HttpPeer(program.port())) {
        for (int i = 1; i <= 20; i++) {
          assertThat(peer.post("/books", "title " + i).status()).isEqualTo(201);
          assertThat(peer.get("/books/" + i).body()).isEqualTo("title " + i + "\n");
        }
        peer.send("GET /books HTTP/1.1\r\n\r\n");
        assertThat(peer.answer().status()).isEqualTo(400);
        assertThat(peer.isAtEnd()).isTrue();
      }
      try (var left = new HttpPeer(program.port())) {
        left.send("GET /bo").reset();
      }
      assertThat(program.stop()).isInstanceOf(InterruptedException.class);
    }
  }

  /** Finds the examples among its own classes and all else where they are usually found. */
  private static final class OwnFirst extends URLClassLoader {

    OwnFirst(URL own) {
      super(new URL[] {own}, OwnFirst.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known == null && name.startsWith("dev.weft.examples.")) {
          known = findClass(name);
        }
        return known != null ? known : super.loadClass(name, resolve);
      }
    }
  }
}
