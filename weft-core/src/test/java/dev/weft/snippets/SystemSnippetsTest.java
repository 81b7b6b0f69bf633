package dev.weft.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.io.BufReader;
import dev.weft.io.DuplexPair;
import dev.weft.io.Io;
import dev.weft.process.Child;
import dev.weft.process.Command;
import dev.weft.process.Redirect;
import dev.weft.time.Sleep;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs, signals and the standard streams. */
@Timeout(60)
class SystemSnippetsTest {

  @TempDir private Path folder;
  private Weft weft;

  @BeforeEach
  void open() {
    weft = Weft.builder().workers(2).build();
  }

  @AfterEach
  void close() {
    weft.close();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void output_ofAProgram_isListedOrItsErrorThrown() throws Exception {
    Files.createFile(folder.resolve("file"));
    assertThat(weft.blockOn(ProcessSnippets.list(folder))).containsExactly("file");
    assertThatThrownBy(() -> weft.blockOn(ProcessSnippets.list(folder.resolve("none"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none");
  }

  @Test
  void child_sortsWhatItIsGiven() throws Exception {
    assertThat(weft.blockOn(ProcessSnippets.sort("b\nc\na\n"))).isEqualTo("a\nb\nc\n");
  }

  @Test
  void child_askedToEnd_ends() throws Exception {
    Child child = weft.blockOn(Command.of("sleep").arg("1000").spawn());
    assertThat(weft.blockOn(ProcessSnippets.stop(child))).isEqualTo(128 + 15);
  }

  @Test
  void server_thatEndsByItself_isTold() throws Exception {
    Future<Void> server = Sleep.after(Duration.ZERO);
    assertThat(weft.blockOn(SignalSnippets.serveUntilStopped(server))).contains("ended");
  }

  @Test
  void signals_ofAStream_reload() throws Exception {
    var ready = new CountDownLatch(1);
    var reloaded = new CountDownLatch(1);
    JoinHandle<Void> task =
        weft.spawn(SignalSnippets.reloadAtEach("WINCH", ready::countDown, reloaded::countDown));
    assertThat(ready.await(20, TimeUnit.SECONDS)).isTrue();
    String pid = Long.toString(ProcessHandle.current().pid());
    weft.blockOn(Command.of("kill").args("-WINCH", pid).status());
    assertThat(reloaded.await(20, TimeUnit.SECONDS)).isTrue();
    task.abort();
  }

  @Test
  void lines_areAnswered() throws Exception {
    DuplexPair pair = Io.duplex(1024);
    JoinHandle<Void> shouting = weft.spawn(StdioSnippets.shout(pair.second(), pair.second()));
    weft.blockOn(pair.first().writeAll(bytes("hello\n")));
    assertThat(weft.blockOn(new BufReader(pair.first()).readLine())).isEqualTo("hello!");
    weft.blockOn(pair.first().shutdown());
    weft.blockOn(shouting);
    assertThat(StdioSnippets.echo()).isNotNull();
  }

  @Test
  void program_thatWaitsForItsInput_endsAllTheSame() throws Exception {
    Command java =
        Command.of(Path.of(System.getProperty("java.home"), "bin", "java").toString())
            .args("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
            .args("-cp", System.getProperty("java.class.path"))
            .arg(StdioSnippets.class.getName())
            .stdin(Redirect.pipe())
            .stdout(Redirect.pipe());
    try (var child = new Closing(weft, weft.blockOn(java.spawn()))) {
      weft.blockOn(child.it.stdin().writeAll(bytes("line\n")));
      weft.blockOn(child.it.stdin().flush());
      assertThat(weft.blockOn(child.it.waitFor()).code()).isZero();
      assertThat(weft.blockOn(new BufReader(child.it.stdout()).readToEnd(100)))
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("line");
    }
  }

  /** Closes a child from a thread that is none of the runtime's. */
  private static final class Closing implements AutoCloseable {

    private final Weft weft;
    private final Child it;

    Closing(Weft weft, Child it) {
      this.weft = weft;
      this.it = it;
    }

    @Override
    public void close() throws Exception {
      weft.blockOn(it.closeAsync());
    }
  }
}
