package dev.weft.fs;

import static dev.weft.Async.async;
import static dev.weft.Async.await;
import static dev.weft.Async.join;
import static dev.weft.Async.yieldNow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Future;
import dev.weft.JoinHandle;
import dev.weft.Poll;
import dev.weft.Weft;
import dev.weft.testkit.DriverCase;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.Futures;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.weft.testkit.DriverCase#files")
@Timeout(60)
@Tag("stackful")
class FilesOnRuntimeTest {

  @Parameter DriverCase driver;

  @TempDir private Path folder;

  private Weft open(Weft.Scheduler scheduler) {
    return driver.runtime(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void twoFiles_readAndWrittenAtOnce_haveTheirBytes(Weft.Scheduler scheduler) throws Exception {
    Path one = Files.writeString(folder.resolve("one"), "1");
    Path two = Files.writeString(folder.resolve("two"), "2");
    try (Weft weft = open(scheduler)) {
      weft.blockOn(
          async(
              () -> {
                var both = await(join(AsyncFiles.readString(one), AsyncFiles.readString(two)));
                await(
                    join(
                        AsyncFiles.writeString(one, both.second()),
                        AsyncFiles.writeString(two, both.first())));
              }));
    }
    assertThat(one).content().isEqualTo("2");
    assertThat(two).content().isEqualTo("1");
  }

  @ParameterizedTest
  @EnumSource
  void task_thatIsCancelledByCloseAndCleansUp_mayStillUseFiles(Weft.Scheduler scheduler)
      throws Exception {
    Path left = folder.resolve("left");
    Path temporary;
    try (Weft weft = open(scheduler)) {
      JoinHandle<TempPath> made = weft.spawn(AsyncFiles.tempDirectory("weft"));
      temporary = weft.blockOn(made).path();
      JoinHandle<Void> task = weft.spawn(cleaning(weft.blockOn(made), left));
      weft.blockOn(
          async(
              () -> {
                while (!await(AsyncFiles.exists(left.resolveSibling("begun")))) {
                  await(yieldNow());
                }
              }));
      task.detach();
    }
    assertThat(left).content().isEqualTo("cleaned up");
    assertThat(temporary).doesNotExist();
  }

  private static Future<Void> cleaning(TempPath temporary, Path left) {
    return async(
        () -> {
          try (temporary) {
            await(AsyncFiles.writeString(left.resolveSibling("begun"), ""));
            await(Futures.<Void>never());
          } finally {
            await(AsyncFiles.writeString(left, "cleaned up"));
          }
        });
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void files_behindManyPipesThatBlock_areReadAllTheSame() throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "text");
    List<Path> pipes = new ArrayList<>();
    List<JoinHandle<byte[]>> readers = new ArrayList<>();
    try (Weft weft = open(Weft.Scheduler.WORK_STEALING)) {
      for (int i = 0; i < 6; i++) {
        Path pipe = makePipe("pipe" + i);
        pipes.add(pipe);
        readers.add(weft.spawn(AsyncFiles.readAll(pipe))); // blocks until somebody writes
      }
      assertThat(weft.blockOn(AsyncFiles.readString(file))).isEqualTo("text");
      for (int i = 0; i < 6; i++) {
        Files.writeString(pipes.get(i), "p" + i, StandardOpenOption.WRITE);
        assertThat(weft.blockOn(readers.get(i))).isEqualTo(("p" + i).getBytes(UTF_8));
      }
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void read_thatIsCancelledOnAPipe_isThereForTheNextOne() throws Exception {
    Path pipe = makePipe("pipe");
    try (Weft weft = open(Weft.Scheduler.WORK_STEALING)) {
      JoinHandle<AsyncFile> opening = weft.spawn(AsyncFile.open(pipe));
      try (OutputStream out = Files.newOutputStream(pipe, StandardOpenOption.WRITE)) {
        AsyncFile file = weft.blockOn(opening);
        var polled = new AtomicBoolean();
        Future<Integer> read = file.read(ByteBuffer.allocate(10));
        JoinHandle<Integer> reading = weft.spawn(noting(read, polled));
        Eventually.until("it reads", polled::get);
        reading.abort();
        assertThatThrownBy(() -> weft.blockOn(reading)).isInstanceOf(CancellationException.class);
        out.write("bytes".getBytes(UTF_8));
        out.flush();
        ByteBuffer target = ByteBuffer.allocate(10);
        assertThat(weft.blockOn(file.read(target))).isEqualTo(5);
        assertThat(target.flip()).isEqualTo(ByteBuffer.wrap("bytes".getBytes(UTF_8)));
        JoinHandle<Integer> forEver = weft.spawn(file.read(ByteBuffer.allocate(10)));
        forEver.abort();
        assertThatThrownBy(() -> weft.blockOn(forEver)).isInstanceOf(CancellationException.class);
        file.close(); // a read of a pipe is not waited for
        assertThatThrownBy(() -> weft.blockOn(file.read(target)))
            .isInstanceOf(FileClosedException.class);
      }
    }
  }

  private static <T> Future<T> noting(Future<T> future, AtomicBoolean polled) {
    return new Future<>() {
      @Override
      public Poll<T> poll(Context cx) throws Exception {
        Poll<T> answer = future.poll(cx);
        polled.set(true);
        return answer;
      }

      @Override
      public boolean cancel() {
        return future.cancel();
      }
    };
  }

  private Path makePipe(String name) throws IOException, InterruptedException {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }
}
