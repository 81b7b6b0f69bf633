package dev.weft.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Context;
import dev.weft.Weft;
import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies, names, links, permissions and temporary files. */
@Timeout(60)
class NamesTest {

  @TempDir private Path folder;
  private Path file;
  private Path other;
  private final Weft weft = Weft.builder().workers(2).build();

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("file"), "text");
    other = folder.resolve("other");
  }

  @AfterEach
  void close() {
    weft.close();
  }

  @Test
  void copy_smallOrLarge_givesTheBytesAndThePermissions() throws Exception {
    for (int size : new int[] {10, 9_000_000}) {
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      Files.write(file, bytes);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
      weft.blockOn(AsyncFiles.copy(file, other));
      assertThat(Files.readAllBytes(other)).isEqualTo(bytes);
      assertThat(Files.getPosixFilePermissions(other))
          .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
      assertThatThrownBy(() -> weft.blockOn(AsyncFiles.copy(file, other)))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessage(other + ": File exists");
      Files.writeString(other, "old");
      weft.blockOn(AsyncFiles.copy(file, other, StandardCopyOption.REPLACE_EXISTING));
      assertThat(Files.size(other)).isEqualTo(size);
      weft.blockOn(AsyncFiles.copy(file, file, StandardCopyOption.REPLACE_EXISTING));
      assertThat(Files.size(file)).as("a copy to itself").isEqualTo(size);
      Files.delete(other);
    }
  }

  @Test
  void largeCopy_cancelled_leavesNoHalfCopy() throws Exception {
    Files.write(file, new byte[9_000_000]);
    PathOp<Void> op =
        PathOp.action("copy", file, self -> FileCopy.copy(self, file, other, new CopyOption[0]));
    op.begin(new StoppedAtOnce());
    assertThatThrownBy(() -> weft.blockOn(op)).isInstanceOf(CancellationException.class);
    assertThat(other).doesNotExist();
  }

  /** Runs operations on the calling thread, each after it was asked to stop. */
  private static final class StoppedAtOnce implements FileBackend {

    @Override
    public void submit(FileOp<?> op) {
      op.stop();
      assertThat(op.run()).isTrue();
      op.wakeOwner();
    }

    @Override
    public void watch(Context cx) {}

    @Override
    public void dropped() {}
  }

  @Test
  void rename_withAndWithoutOptions_replacesOnlyIfAsked() throws Exception {
    Files.writeString(other, "old");
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.rename(file, other)))
        .isInstanceOf(FileAlreadyExistsException.class);
    weft.blockOn(AsyncFiles.rename(file, other, StandardCopyOption.ATOMIC_MOVE));
    assertThat(other).content().isEqualTo("text");
    assertThat(file).doesNotExist();
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.rename(file, other)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(file + ": No such file or directory");
  }

  @Test
  void remove_ofOneOrAll_takesWhatWasNamed() throws Exception {
    assertThat(weft.blockOn(AsyncFiles.removeIfExists(other))).isFalse();
    Path tree = weft.blockOn(AsyncFiles.createDirectories(folder.resolve("t/u/v")));
    Files.createSymbolicLink(tree.resolve("link"), folder);
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.remove(folder.resolve("t"))))
        .isInstanceOf(DirectoryNotEmptyException.class);
    assertThat(weft.blockOn(AsyncFiles.removeAll(folder.resolve("t")))).isEqualTo(4);
    assertThat(file).as("what a link leads to").exists();
    assertThat(weft.blockOn(AsyncFiles.removeAll(folder.resolve("t")))).isZero();
    weft.blockOn(AsyncFiles.remove(file));
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.remove(file)))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void createDirectory_inNone_failsWhereDirectoriesDoesNot() throws Exception {
    Path deep = folder.resolve("x/y");
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.createDirectory(deep)))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(weft.blockOn(AsyncFiles.createDirectories(deep))).isDirectory();
    assertThat(weft.blockOn(AsyncFiles.createDirectory(deep.resolve("z")))).isDirectory();
  }

  @Test
  void links_ofBothKinds_leadToTheFile() throws Exception {
    weft.blockOn(AsyncFiles.createSymbolicLink(other, file));
    assertThat(weft.blockOn(AsyncFiles.readSymbolicLink(other))).isEqualTo(file);
    assertThat(weft.blockOn(AsyncFiles.realPath(other))).isEqualTo(file.toRealPath());
    weft.blockOn(AsyncFiles.createLink(folder.resolve("hard"), file));
    assertThat(folder.resolve("hard")).content().isEqualTo("text");
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.readSymbolicLink(file)))
        .isInstanceOf(NotLinkException.class);
  }

  @Test
  void metadata_ofFileAndLink_isThatOfEither() throws Exception {
    Files.createSymbolicLink(other, folder.resolve("none"));
    assertThat(weft.blockOn(AsyncFiles.metadata(file)).size()).isEqualTo(4);
    assertThat(weft.blockOn(AsyncFiles.metadata(other, LinkOption.NOFOLLOW_LINKS)).isSymbolicLink())
        .isTrue();
    assertThat(weft.blockOn(AsyncFiles.metadata(file, PosixFileAttributes.class)).owner())
        .isEqualTo(Files.getOwner(file));
    assertThat(weft.blockOn(AsyncFiles.exists(file))).isTrue();
    assertThat(weft.blockOn(AsyncFiles.exists(other))).isFalse();
    assertThat(weft.blockOn(AsyncFiles.exists(other, LinkOption.NOFOLLOW_LINKS))).isTrue();
  }

  @Test
  void exists_thatCannotBeFoundOut_isAFailure() {
    Path tooLong = folder.resolve("x".repeat(300));
    assertThatThrownBy(() -> weft.blockOn(AsyncFiles.exists(tooLong)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(tooLong.toString());
  }

  @Test
  void permissions_set_areThoseThatAreRead() throws Exception {
    var wanted = PosixFilePermissions.fromString("r-x--x---");
    weft.blockOn(AsyncFiles.setPermissions(file, wanted));
    assertThat(weft.blockOn(AsyncFiles.permissions(file))).isEqualTo(wanted);
  }

  @Test
  void temporaryFileAndDirectory_closed_areGoneUnlessKept() throws Exception {
    TempPath temp = weft.blockOn(AsyncFiles.tempFile("weft", ".tmp"));
    assertThat(temp.path()).exists().hasFileName(temp.path().getFileName().toString());
    temp.close();
    assertThat(temp.path()).doesNotExist();
    temp.close();
    TempPath directory = weft.blockOn(AsyncFiles.tempDirectory("weft"));
    Files.writeString(directory.path().resolve("inside"), "x");
    directory.close();
    assertThat(directory.path()).doesNotExist();
    TempPath kept = weft.blockOn(AsyncFiles.tempFile("", ""));
    Path path = kept.keep();
    kept.close();
    assertThat(path).exists();
    Files.delete(path);
  }
}
