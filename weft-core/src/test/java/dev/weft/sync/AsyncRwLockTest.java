package dev.weft.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weft.Future;
import dev.weft.sync.AsyncRwLock.ReadGuard;
import dev.weft.sync.AsyncRwLock.WriteGuard;
import dev.weft.testkit.TestTask;
import org.junit.jupiter.api.Test;

final class AsyncRwLockTest {

  private final TestTask task = new TestTask();
  private final AsyncRwLock lock = new AsyncRwLock();

  @Test
  void read_several_holdItTogether() throws Exception {
    ReadGuard first = task.ready(lock.read());
    ReadGuard second = task.ready(lock.read());
    assertThat(lock).hasToString("AsyncRwLock[2 read]");
    Future<WriteGuard> writer = lock.write();
    task.pending(writer);

    first.close();
    first.close();
    task.pending(writer);
    second.close();

    task.ready(writer);
    assertThat(lock.tryRead()).isEmpty();
    assertThat(lock.tryWrite()).isEmpty();
  }

  @Test
  void read_writerWaits_waitsBehindIt() throws Exception {
    ReadGuard first = task.ready(lock.read());
    Future<WriteGuard> writer = lock.write();
    task.pending(writer);
    Future<ReadGuard> late = lock.read();
    task.pending(late);
    assertThat(lock.tryRead()).isEmpty();

    first.close();

    task.pending(late);
    task.ready(writer).close();
    task.ready(late);
  }

  @Test
  void cancel_waitingWriter_letsLaterReadersIn() throws Exception {
    ReadGuard first = task.ready(lock.read());
    Future<WriteGuard> writer = lock.write();
    task.pending(writer);
    Future<ReadGuard> late = lock.read();
    task.pending(late);

    assertThat(writer.cancel()).isTrue();

    assertThat(task.wakes()).isEqualTo(1);
    task.ready(late).close();
    first.close();
    assertThat(lock).hasToString("AsyncRwLock[free]");
  }

  @Test
  void cancel_grantedWriter_givesItBack() throws Exception {
    ReadGuard first = task.ready(lock.read());
    Future<WriteGuard> writer = lock.write();
    task.pending(writer);
    first.close();

    assertThat(writer.cancel()).isTrue();

    assertThat(lock.tryWrite()).isPresent();
  }

  @Test
  void downgrade_readersFirstInLine_getIn() throws Exception {
    WriteGuard writer = task.ready(lock.write());
    Future<ReadGuard> reader = lock.read();
    Future<WriteGuard> second = lock.write();
    task.pending(reader);
    task.pending(second);

    ReadGuard own = writer.downgrade();
    writer.close();

    ReadGuard other = task.ready(reader);
    task.pending(second);
    own.close();
    other.close();
    task.ready(second).close();
  }

  @Test
  void downgrade_writerFirstInLine_doesNotGetIn() throws Exception {
    WriteGuard writer = task.ready(lock.write());
    Future<WriteGuard> second = lock.write();
    task.pending(second);

    ReadGuard own = writer.downgrade();

    task.pending(second);
    own.close();
    task.ready(second);
  }

  @Test
  void downgrade_closedGuard_saysSo() throws Exception {
    WriteGuard writer = task.ready(lock.write());
    writer.close();

    assertThatThrownBy(writer::downgrade)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed before");
    assertThat(lock.tryWrite()).isPresent();
  }

  @Test
  void read_mostReaders_nextWaits() throws Exception {
    var small = new AsyncRwLock(1);
    ReadGuard only = task.ready(small.read());
    task.pending(small.read());
    only.close();
    assertThat(task.wakes()).isEqualTo(1);
    assertThatThrownBy(() -> new AsyncRwLock(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The most readers of a lock are 0;");
  }

  @Test
  void downgrade_lockForOneReader_staysHeld() throws Exception {
    var small = new AsyncRwLock(1);
    ReadGuard own = task.ready(small.write()).downgrade();
    assertThat(small.tryRead()).isEmpty();
    own.close();
    assertThat(small.tryWrite()).isPresent();
  }
}
