package dev.weft.internal.reactor.linux;

import dev.weft.spi.FileRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The requests for files of one ring. */
final class RingFiles {

  /*
   * Idea: a request goes through one slot, which has a place, by which the kernel names it, and a buffer.
   * Both are the kernel's until all its completions have been reaped: that of the request and, if it was
   * cancelled, that of the cancel, which names the place too.
   *
   * A cancel is a wish: the request ends with what it has done, or with nothing. Only then its owner hears
   * of it. A request that ends without having done anything, though nobody wished it, is made again: a signal came, or the kernel
   * ended it together with the thread that had handed it over.
   *
   * Ownership: orders come from any thread through `orders`; everything else is the holder of the turn's.
   * `held` counts requests from their submission until their owners are about to be told.
   *
   * The close: what can't be ended in time stays the kernel's, with its buffer, which is never unmapped.
   */

  private static final int FIRST_RESTART = 512;
  private static final int LAST_RESTART = 516;

  private record Order(FileRequest request, boolean cancel) {}

  private final Kernel kernel;
  private final Ring ring;
  private final NativeBuffers buffers;
  private final Queue<Order> orders = new ConcurrentLinkedQueue<>();
  private final Deque<FileSlot> again = new ArrayDeque<>();
  private final List<@Nullable FileSlot> slots = new ArrayList<>(); // by place
  private final Deque<Integer> freePlaces = new ArrayDeque<>();
  private final AtomicInteger held = new AtomicInteger();
  private int outstanding;
  private boolean told; // an owner, since the orders were begun to be carried out
  private boolean closing;

  RingFiles(Kernel kernel, Ring ring) {
    this.kernel = kernel;
    this.ring = ring;
    this.buffers = new NativeBuffers(kernel);
  }

  /**
   * Asks whether the kernel has what is needed.
   *
   * @return the reason why not, or {@code null}
   */
  @Nullable String missing() {
    NativeBuffers.Buffer buffer = buffers.take(1);
    if (buffer == null) {
      return "there is no memory";
    }
    String reason = FileCalls.missing(ring, buffer.memory);
    buffers.give(buffer);
    return reason;
  }

  // ---- any thread

  void submit(FileRequest request) {
    held.getAndIncrement();
    orders.add(new Order(request, false));
  }

  void cancel(FileRequest request) {
    orders.add(new Order(request, true));
  }

  int held() {
    return held.get();
  }

  /** For the holder of the turn: whether there is something to carry out. */
  boolean hasOrders() {
    return !orders.isEmpty() || !again.isEmpty();
  }

  // ---- the holder of the turn

  /**
   * Hands requests to the ring as long as it has room.
   *
   * @return whether an owner was told that its request won't be made
   */
  boolean carryOut(int userKind, int cancelKind, Poller.Report report) {
    told = false;
    while (!again.isEmpty() && ring.hasRoom(1)) {
      put(again.pollFirst(), userKind, report);
    }
    Order order;
    while (ring.hasRoom(1) && (order = orders.poll()) != null) {
      FileRequest request = order.request();
      if (order.cancel()) {
        if (request.place() instanceof FileSlot slot) {
          cancel(slot, userKind, cancelKind, report);
        }
      } else if (closing && request.kind() == FileRequest.Kind.OPEN) {
        end(request, FileRequest.CLOSED, report);
      } else if (request.owner().begin()) {
        begin(request, userKind, report);
      } else {
        held.getAndDecrement();
        told = true;
      }
    }
    return told;
  }

  private void begin(FileRequest request, int userKind, Poller.Report report) {
    int bytes = FileCalls.bytes(request);
    NativeBuffers.Buffer buffer = null;
    if (bytes > 0) {
      buffer = buffers.take(bytes);
      if (buffer == null
          || (request.kind() == FileRequest.Kind.OPEN && bytes > FilePlain.MOST_PATH_BYTES)) {
        if (buffer != null) {
          buffers.give(buffer);
        }
        end(request, buffer == null ? -Errno.ENOMEM : -Errno.ENAMETOOLONG, report);
        return;
      }
    }
    var slot = new FileSlot(request, buffer);
    request.place(slot);
    put(slot, userKind, report);
  }

  private void put(FileSlot slot, int userKind, Poller.Report report) {
    if (slot.place < 0) {
      Integer free = freePlaces.poll();
      slot.place = free == null ? slots.size() : free;
      if (free == null) {
        slots.add(slot);
      } else {
        slots.set(free, slot);
      }
    }
    MemorySegment memory = slot.buffer == null ? MemorySegment.NULL : slot.buffer.memory;
    try {
      FileCalls.put(ring, slot.request, memory, RingPoller.data(slot.place, userKind));
    } catch (RuntimeException changed) { // before the ring has anything of it
      release(slot);
      end(slot.request, FileRequest.BUFFER_CHANGED, report);
      return;
    }
    slot.outstanding++;
    outstanding++;
  }

  private void cancel(FileSlot slot, int userKind, int cancelKind, Poller.Report report) {
    if (slot.cancelled || slot.request.kind() == FileRequest.Kind.CLOSE) {
      return;
    }
    slot.cancelled = true;
    if (slot.outstanding == 0) { // the kernel doesn't have it
      again.remove(slot);
      release(slot);
      end(slot.request, FileRequest.CANCELLED, report);
      return;
    }
    ring.next(RingPoller.ASYNC_CANCEL, -1, RingPoller.data(slot.place, cancelKind));
    ring.address(RingPoller.data(slot.place, userKind));
    slot.outstanding++;
    outstanding++;
  }

  /**
   * A completion was reaped.
   *
   * @param ofCancel whether it is that of a cancel
   */
  void completed(int place, boolean ofCancel, int result, Poller.Report report) {
    FileSlot slot = slots.get(place);
    if (slot == null) {
      throw new AssertionError("A completion came for a file that has none under way.");
    }
    slot.outstanding--;
    outstanding--;
    if (!ofCancel) {
      slot.request.result(isToBeRestarted(result) ? -Errno.EINTR : result);
    }
    if (slot.outstanding > 0) {
      return;
    }
    int last = slot.request.result();
    boolean nothingDone = last == -Errno.EINTR || last == -Errno.EAGAIN || last == -Errno.ECANCELED;
    boolean closes = slot.request.kind() == FileRequest.Kind.CLOSE;
    if (nothingDone && !slot.cancelled && !(closes && last == -Errno.EINTR)) {
      again.addLast(slot);
      return;
    }
    boolean taken = last < 0 || slot.buffer == null || take(slot, last);
    release(slot);
    if (!taken) {
      end(slot.request, FileRequest.BUFFER_CHANGED, report);
      return;
    }
    if (closing && last >= 0 && slot.request.kind() == FileRequest.Kind.OPEN) {
      kernel.close(last); // nobody may be left to do that
      end(slot.request, FileRequest.CLOSED, report);
    } else {
      int early = closing ? FileRequest.CLOSED : FileRequest.CANCELLED;
      end(slot.request, nothingDone && !closes ? early : last, report);
    }
  }

  /** False if the owner's buffer isn't any more what it was; that mustn't end the turn. */
  private static boolean take(FileSlot slot, int result) {
    try {
      FileCalls.take(slot.request, result, Objects.requireNonNull(slot.buffer).memory);
      return true;
    } catch (RuntimeException changed) {
      return false;
    }
  }

  /** Numbers of the kernel's own for a call that a signal ended; some requests let them out. */
  private static boolean isToBeRestarted(int result) {
    return result <= -FIRST_RESTART && result >= -LAST_RESTART;
  }

  private void release(FileSlot slot) {
    leave(slot);
    if (slot.buffer != null) {
      buffers.give(slot.buffer);
    }
  }

  private void leave(FileSlot slot) {
    slots.set(slot.place, null);
    freePlaces.add(slot.place);
    slot.place = -1;
    slot.request.place(null);
  }

  private void end(FileRequest request, int result, Poller.Report report) {
    request.result(result);
    held.getAndDecrement();
    told = true;
    report.ended(request);
  }

  // ---- the end

  /** From now on everything is cancelled, and what was opened is closed. */
  void cancelAll() {
    closing = true;
    for (FileSlot slot : new ArrayList<>(slots)) {
      if (slot != null) {
        cancel(slot.request);
      }
    }
  }

  /** Completions that are still to come, and requests that haven't begun. */
  boolean isBusy() {
    return outstanding > 0 || !again.isEmpty() || !orders.isEmpty();
  }

  /** Tells the owners of what is left, after the ring was closed. */
  void close(Poller.Report report) {
    for (FileSlot slot : new ArrayList<>(slots)) {
      if (slot != null) {
        leave(slot);
        end(slot.request, FileRequest.CLOSED, report);
      }
    }
    for (Order order = orders.poll(); order != null; order = orders.poll()) {
      if (!order.cancel()) {
        if (order.request().kind() == FileRequest.Kind.CLOSE) {
          kernel.close(order.request().file());
        }
        end(order.request(), FileRequest.CLOSED, report);
      }
    }
    buffers.close();
  }

  /** How many buffers are in use. */
  int buffersTaken() {
    return buffers.taken();
  }
}
