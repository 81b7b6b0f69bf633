package dev.weft.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.JoinHandle;
import dev.weft.Weft;
import dev.weft.fs.FileChange.Kind;
import dev.weft.testkit.Descriptors;
import dev.weft.testkit.Eventually;
import dev.weft.testkit.ManualClock;
import dev.weft.testkit.TestTask;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DirectoryWatchTest {

  @TempDir private Path folder;
  private final Weft weft = Weft.builder().name("watching").workers(2).build();

  @AfterEach
  void close() {
    weft.close();
  }

  private static long watchingThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("watching-watch-files"))
        .count();
  }

  private FileChange next(DirectoryWatch watch, Kind kind) throws Exception {
    FileChange change = weft.blockOn(watch.next());
    while (change != null && change.kind() != kind) {
      change = weft.blockOn(watch.next()); // a write is told as one change or two
    }
    return change;
  }

  @Test
  void changes_ofEntries_areToldInOrder() throws Exception {
    DirectoryWatch watch = weft.blockOn(AsyncFiles.watch(folder));
    Path file = Files.createFile(folder.resolve("f"));
    assertThat(next(watch, Kind.CREATED)).isEqualTo(new FileChange(Kind.CREATED, file));
    Files.writeString(file, "x");
    assertThat(next(watch, Kind.MODIFIED).path()).isEqualTo(file);
    Files.delete(file);
    assertThat(next(watch, Kind.DELETED).path()).isEqualTo(file);
    watch.close();
    assertThat(weft.blockOn(watch.next())).isNull();
  }

  @Test
  void twoWatches_ofOneDirectory_bothSeeItAndEndAlone() throws Exception {
    DirectoryWatch first = weft.blockOn(AsyncFiles.watch(folder));
    DirectoryWatch second = weft.blockOn(AsyncFiles.watch(folder));
    Files.createFile(folder.resolve("f"));
    assertThat(next(first, Kind.CREATED)).isNotNull();
    assertThat(next(second, Kind.CREATED)).isNotNull();
    first.close();
    Files.createFile(folder.resolve("g"));
    assertThat(next(second, Kind.CREATED).path()).isEqualTo(folder.resolve("g"));
    assertThat(watchingThreads()).isEqualTo(1);
    second.close();
    Eventually.until("the thread ends with the last watch", () -> watchingThreads() == 0);
  }

  @Test
  void directoryThatIsRemoved_endsTheStream() throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    DirectoryWatch watch = weft.blockOn(AsyncFiles.watch(inner));
    JoinHandle<FileChange> waiting = weft.spawn(watch.next());
    Files.delete(inner);
    assertThat(weft.blockOn(waiting)).isNull();
    Eventually.until("the thread ends with the last watch", () -> watchingThreads() == 0);
    watch.close();
  }

  @Test
  void watch_ofWhatIsNoDirectory_failsAndLeavesNoThread() throws Exception {
    Path file = Files.createFile(folder.resolve("f"));
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.watch(file)))
        .isInstanceOf(NotDirectoryException.class)
        .hasMessage(file.toString());
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.watch(folder.resolve("none"))))
        .isInstanceOf(NoSuchFileException.class);
    Eventually.until("no thread is left", () -> watchingThreads() == 0);
  }

  @Test
  void runtime_closedWithWatches_leavesNeitherThreadNorDescriptor() throws Exception {
    int base = Descriptors.count();
    for (int i = 0; i < 5; i++) {
      try (Weft other = Weft.builder().name("watching").workers(1).build()) {
        DirectoryWatch watch = other.blockOn(AsyncFiles.watch(folder));
        other.spawn(watch.next()).detach();
      }
    }
    Eventually.until("the threads end", () -> watchingThreads() == 0);
    Eventually.until(
        "the descriptors are given back",
        () -> !Descriptors.areKnown() || Descriptors.count() <= base + 2); // of the tree of names
  }

  @Test
  void changesThatNobodyTakes_endInOneOverflowAtTheirPlace() throws Exception {
    var watch = new DirectoryWatch(folder, new WatchHub(new FakeHost(1), null));
    var task = new TestTask(new ManualClock());
    for (int i = 0; i < DirectoryWatch.MOST_WAITING + 100; i++) {
      watch.tell(Kind.CREATED, Path.of("f" + i));
    }
    for (int i = 0; i < DirectoryWatch.MOST_WAITING; i++) {
      assertThat(task.ready(watch.next()).path()).isEqualTo(folder.resolve("f" + i));
    }
    watch.tell(Kind.DELETED, Path.of("later"));
    assertThat(task.ready(watch.next())).isEqualTo(new FileChange(Kind.OVERFLOW, folder));
    assertThat(task.ready(watch.next()).path()).isEqualTo(folder.resolve("later"));
    watch.tell(Kind.OVERFLOW, null);
    watch.tell(Kind.OVERFLOW, null);
    assertThat(task.ready(watch.next()).kind()).isEqualTo(Kind.OVERFLOW);
    task.pending(watch.next());
  }

  @Test
  void change_whileATaskWaits_wakesItAndCancelTakesTheWakerBack() throws Exception {
    var watch = new DirectoryWatch(folder, new WatchHub(new FakeHost(1), null));
    var task = new TestTask(new ManualClock());
    var given = watch.next();
    task.pending(given);
    assertThat(given.cancel()).isTrue();
    watch.tell(Kind.CREATED, Path.of("f"));
    assertThat(task.wakes()).isZero();
    assertThat(task.ready(watch.next()).path()).isEqualTo(folder.resolve("f"));
    task.pending(watch.next());
    watch.end();
    assertThat(task.wakes()).isEqualTo(1);
    assertThat(task.ready(watch.next())).isNull();
  }
}
