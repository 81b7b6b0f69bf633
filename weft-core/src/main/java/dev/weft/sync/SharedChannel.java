package dev.weft.sync;

import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A channel with many receivers, with or without room. */
final class SharedChannel<T> extends Senders {

  /*
   * Idea: messages never wait in a receive that hasn't been polled. A receive in line is promised one of the
   * messages that are there, and takes the first at its next poll; a send in line is given room, and puts
   * its message there at its next poll. So a receive that is cancelled only gives back a promise, and a
   * send that is cancelled has sent nothing. Without room a message stays in its waiting send until a
   * receive takes it; from then on that send is over and no longer lets itself be cancelled.
   *
   * State, all under the lock:
   *   messages  those in the channel
   *   sending   sends without room, `offers` of them; without capacity their messages are there, too
   *   reserved  how many sends have room and haven't put their messages yet
   *   receiving receives in line; `promised` are no longer in it and haven't looked yet
   * settle() restores: nobody is in line for room if there is some, or for a message that isn't promised.
   * There may be more promises than messages, when a send without room gives up; a receive that finds
   * nothing goes back to the front of the line. Since it may then still be in somebody's batch, a batch
   * holds wakers and not waits.
   *
   * The end has come when the channel refuses messages, no room is reserved and none is left. It stays.
   *
   * Why a lock: see WaitQueue. Two lines and a queue change together here, and a receive of one of many
   * has to look at them in any case; Mpsc is for those who want more speed from a single receiver. And a
   * lock of our own: every message comes through here twice, from several workers, which in a monitor would
   * stop each other's threads.
   */

  private final SpinLock lock = new SpinLock();
  private final int capacity;
  private final Queue<T> messages = new ArrayDeque<>();
  private final WaitQueue sending = new WaitQueue();
  private final WaitQueue receiving = new WaitQueue();
  private int offers;
  private int reserved;
  private int promised;
  private int receivers = 1;
  private volatile boolean refusing;

  SharedChannel(int capacity) {
    this.capacity = capacity;
  }

  // ---- under the lock

  private int available() {
    return messages.size() + (capacity == 0 ? offers : 0);
  }

  private boolean hasRoom() {
    return messages.size() + reserved < capacity;
  }

  private boolean isEnd() {
    return refusing && reserved == 0 && available() == 0;
  }

  private T take(WakeBatch woken) {
    T message = messages.poll();
    if (message == null) {
      @SuppressWarnings("unchecked") // only sends of this channel stand there
      SharedSend<T> send = (SharedSend<T>) sending.first();
      if (send == null) {
        throw new AssertionError("nothing to take");
      }
      leave(send, SharedSend.TAKEN, woken);
      message = send.message;
    }
    settle(woken);
    return message;
  }

  private void leave(SharedSend<?> send, int status, WakeBatch woken) {
    sending.remove(send);
    offers--;
    send.status = status;
    woken.take(send);
  }

  private void settle(WakeBatch woken) {
    if (sending.isEmpty() && receiving.isEmpty()) {
      return;
    }
    while (hasRoom() && sending.first() instanceof SharedSend<?> send) {
      leave(send, SharedSend.GRANTED, woken);
      reserved++;
    }
    while (available() > promised && receiving.first() instanceof SharedRecv<?, ?> recv) {
      receiving.remove(recv);
      promised++;
      recv.status = SharedRecv.PROMISED;
      woken.take(recv);
    }
    while (isEnd() && receiving.first() instanceof SharedRecv<?, ?> recv) {
      receiving.remove(recv);
      recv.status = SharedRecv.ENDED;
      woken.take(recv);
    }
  }

  // ---- senders

  /** Sends if there is room, or if a receive waits. */
  boolean tryPut(T message) {
    var woken = new WakeBatch();
    lock.lock();
    try {
      boolean wanted = capacity == 0 ? !receiving.isEmpty() : hasRoom();
      if (refusing || !wanted) {
        return false;
      }
      messages.add(message);
      settle(woken);
    } finally {
      lock.unlock();
    }
    woken.wakeAll();
    return true;
  }

  /** The owner's poll of a send: SENT, REFUSED or QUEUED. */
  int pollSend(SharedSend<T> send, Waker waker) {
    var woken = new WakeBatch();
    int answer;
    lock.lock();
    try {
      answer = advance(send, waker);
      settle(woken);
      if (send.status == SharedSend.GRANTED) { // its owner is here to put the message
        answer = put(send);
        settle(woken);
      }
    } finally {
      lock.unlock();
    }
    woken.wakeAll();
    return answer;
  }

  private int advance(SharedSend<T> send, Waker waker) {
    switch (send.status) {
      case SharedSend.NEW -> {
        if (refusing) {
          return SharedSend.REFUSED;
        }
        if (hasRoom()) {
          messages.add(send.message);
          return SharedSend.TAKEN;
        }
        send.status = SharedSend.QUEUED;
        send.waker = waker;
        sending.addLast(send);
        offers++;
      }
      case SharedSend.QUEUED -> send.waker = waker;
      default -> {}
    }
    return send.status;
  }

  private int put(SharedSend<T> send) {
    reserved--;
    messages.add(send.message);
    send.status = SharedSend.TAKEN;
    return SharedSend.TAKEN;
  }

  /** The owner gives up; false if the message is in the channel or taken already. */
  boolean cancelSend(SharedSend<T> send) {
    var woken = new WakeBatch();
    lock.lock();
    try {
      switch (send.status) {
        case SharedSend.QUEUED -> {
          sending.remove(send);
          offers--;
          send.waker = null;
        }
        case SharedSend.GRANTED -> reserved--;
        case SharedSend.TAKEN -> {
          return false;
        }
        default -> {}
      }
      send.status = SharedSend.NEW;
      settle(woken);
    } finally {
      lock.unlock();
    }
    woken.wakeAll();
    return true;
  }

  // ---- receivers

  /** The next message that is promised to nobody, EMPTY or CLOSED, as in {@link SegmentQueue}. */
  Object tryTake() {
    var woken = new WakeBatch();
    Object answer;
    lock.lock();
    try {
      if (available() > promised) {
        answer = take(woken);
      } else {
        answer = isEnd() ? SegmentQueue.CLOSED : SegmentQueue.EMPTY;
      }
    } finally {
      lock.unlock();
    }
    woken.wakeAll();
    return answer;
  }

  /** The owner's poll of a receive: a message, null at the end, or PENDING. */
  @Nullable Object pollRecv(SharedRecv<T, ?> recv, Waker waker) {
    var woken = new WakeBatch();
    Object answer;
    lock.lock();
    try {
      answer = next(recv, waker, woken);
    } finally {
      lock.unlock();
    }
    woken.wakeAll();
    return answer;
  }

  private @Nullable Object next(SharedRecv<T, ?> recv, Waker waker, WakeBatch woken) {
    boolean first = recv.status == SharedRecv.PROMISED;
    if (first) {
      promised--;
      recv.status = SharedRecv.NEW;
    }
    if (recv.status == SharedRecv.NEW) {
      if (available() > (first ? 0 : promised)) {
        return take(woken);
      }
      if (!isEnd()) {
        recv.status = SharedRecv.QUEUED;
        if (first) {
          receiving.addFirst(recv);
        } else {
          receiving.addLast(recv);
        }
      }
    }
    if (recv.status == SharedRecv.QUEUED) {
      recv.waker = waker;
      return LeafFuture.PENDING;
    }
    return null;
  }

  /** The owner gives up; what was promised to it is promised to the next. */
  void cancelRecv(SharedRecv<T, ?> recv) {
    var woken = new WakeBatch();
    lock.lock();
    try {
      switch (recv.status) {
        case SharedRecv.QUEUED -> {
          receiving.remove(recv);
          recv.waker = null;
        }
        case SharedRecv.PROMISED -> promised--;
        default -> {}
      }
      recv.status = SharedRecv.NEW;
      settle(woken);
    } finally {
      lock.unlock();
    }
    woken.wakeAll();
  }

  int size() {
    lock.lock();
    try {
      return messages.size();
    } finally {
      lock.unlock();
    }
  }

  boolean isFinished() {
    lock.lock();
    try {
      return isEnd();
    } finally {
      lock.unlock();
    }
  }

  boolean tryAddReceiver() {
    lock.lock();
    try {
      if (receivers == 0) {
        return false;
      }
      receivers++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  void removeReceiver() {
    boolean last;
    lock.lock();
    try {
      last = --receivers == 0;
    } finally {
      lock.unlock();
    }
    if (last) {
      close();
    }
  }

  // ---- the end

  @Override
  void refuse() {
    var woken = new WakeBatch();
    lock.lock();
    try {
      refusing = true;
      while (sending.first() instanceof SharedSend<?> send) {
        leave(send, SharedSend.REFUSED, woken);
      }
      settle(woken);
    } finally {
      lock.unlock();
    }
    woken.wakeAll();
  }

  @Override
  boolean isRefusing() {
    return refusing;
  }
}
