package dev.weft.examples;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.Poll;
import dev.weft.Waker;
import dev.weft.Weft;
import dev.weft.examples.TomlToYaml.AsyncDisk;
import dev.weft.examples.TomlToYaml.Disk;
import dev.weft.examples.TomlToYaml.Job;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class TomlToYamlTest {

  private static final String SERVER_TOML =
      """
      title = "Example"
      started = 2026-01-02T03:04:05Z
      ports = [9527, 9528]
      ratio = 0.5

      [owner]
      "full name" = "Ann Ö."
      admin = true

      [[disk]]
      path = "/a"

      [[disk]]
      path = "/b"
      """;

  private static final String SERVER_YAML =
      """
      title: Example
      started: 2026-01-02T03:04:05Z
      ports:
      - 9527
      - 9528
      ratio: 0.5
      owner:
        full name: Ann Ö.
        admin: true
      disk:
      - path: /a
      - path: /b
      """;

  @TempDir private Path folder;
  private List<Job> jobs;

  /** One of the three forms of the program. */
  private interface Form {
    void convert(List<Job> jobs) throws Exception;
  }

  private static void withFutures(List<Job> jobs, AsyncDisk disk) throws Exception {
    try (Weft weft = Weft.create()) {
      weft.blockOn(TomlToYaml.withFutures(jobs, disk));
    }
  }

  static Stream<Form> forms() {
    return Stream.of(
        jobs -> TomlToYaml.oneByOne(jobs, Disk.REAL),
        jobs -> TomlToYaml.withThreads(jobs, Disk.REAL),
        jobs -> withFutures(jobs, AsyncDisk.REAL));
  }

  /** The forms on disks where a read ends only once another one has begun. */
  static Stream<Form> concurrentFormsThatMeet() {
    return Stream.of(
        jobs -> TomlToYaml.withThreads(jobs, new Meeting()),
        jobs -> withFutures(jobs, new AsyncMeeting()));
  }

  @BeforeEach
  void writeFiles() throws IOException {
    jobs = List.of(job("server", SERVER_TOML), job("client", "timeout = 30\n"));
  }

  private Job job(String name, String toml) throws IOException {
    Path from = Files.writeString(folder.resolve(name + ".toml"), toml);
    return new Job(from, folder.resolve(name + ".yaml"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void convert_twoFiles_givesTheSameBytesInEachForm(Form form) throws Exception {
    form.convert(jobs);
    assertThat(jobs.get(0).to()).hasBinaryContent(SERVER_YAML.getBytes(StandardCharsets.UTF_8));
    assertThat(jobs.get(1).to()).hasBinaryContent("timeout: 30\n".getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("concurrentFormsThatMeet")
  void files_inAConcurrentForm_areReadAtTheSameTime(Form form) throws Exception {
    form.convert(jobs);
    assertThat(jobs.get(1).to()).content().isEqualTo("timeout: 30\n");
  }

  /** A disk on which a read ends only once another one has begun. */
  private static final class Meeting implements Disk {

    private final CyclicBarrier both = new CyclicBarrier(2);

    @Override
    public String read(Path file) throws IOException {
      try {
        both.await(20, TimeUnit.SECONDS);
      } catch (Exception alone) {
        throw new IOException(file + " was read alone", alone);
      }
      return Disk.REAL.read(file);
    }

    @Override
    public void write(Path file, String text) throws IOException {
      Disk.REAL.write(file, text);
    }
  }

  /** The same for futures. */
  private static final class AsyncMeeting implements AsyncDisk {

    private final List<Waker> waiting = new ArrayList<>();
    private int begun;

    @Override
    public Future<String> read(Path file) {
      begin();
      return async(
          () -> {
            await(both());
            return await(AsyncDisk.REAL.read(file));
          });
    }

    private synchronized void begin() {
      begun++;
      waiting.forEach(Waker::wake);
    }

    private Future<Boolean> both() {
      return cx -> {
        synchronized (this) {
          waiting.add(cx.waker());
          return begun == 2 ? Poll.ready(true) : Poll.pending();
        }
      };
    }

    @Override
    public Future<Void> write(Path file, String text) {
      return AsyncDisk.REAL.write(file, text);
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  void badFile_inEachForm_isNamedWithItsLine(Form form) throws Exception {
    Job bad = job("bad", "good = 1\n\nbad = = 2\n");
    assertThatThrownBy(() -> form.convert(List.of(bad)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(bad.from() + ", line 3: ");
    assertThat(bad.to()).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void missingFile_inEachForm_isTheSystemsFailure(Form form) {
    var job = new Job(folder.resolve("none.toml"), folder.resolve("none.yaml"));
    assertThatThrownBy(() -> form.convert(List.of(job))).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void program_withFiles_namesWhatItWrote() throws Exception {
    var out = new ByteArrayOutputStream();
    assertThat(run(out, jobs.get(0).from().toString())).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).strip()).isEqualTo(jobs.get(0).to().toString());
    assertThat(jobs.get(0).to()).content().isEqualTo(SERVER_YAML);
  }

  @Test
  void program_withoutFilesOrWithABadOne_saysSo() throws Exception {
    var out = new ByteArrayOutputStream();
    assertThat(run(out)).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("name one or more TOML files");
    Job bad = job("bad", "x = \n");
    assertThat(run(out, bad.from().toString())).isOne();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains(bad.from() + ", line 1: ");
  }

  private static int run(ByteArrayOutputStream printed, String... args) {
    var stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return TomlToYaml.run(args, stream, stream);
  }
}
