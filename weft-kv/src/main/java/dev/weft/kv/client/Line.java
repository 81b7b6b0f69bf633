package dev.weft.kv.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls that no connection has taken, in order; one that is cancelled leaves it at once,
 * wherever it stands. Not thread-safe: its pool's monitor guards it, and the calls' links.
 */
final class Line {

  private @Nullable Call<?> first;
  private @Nullable Call<?> last;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  void addLast(Call<?> call) {
    Call<?> before = last;
    call.previous = before;
    last = call;
    if (before == null) {
      first = call;
    } else {
      before.next = call;
    }
    size++;
  }

  /** Puts calls before all others, keeping their order. */
  void addAllFirst(List<Call<?>> calls) {
    for (Call<?> call : calls.reversed()) {
      Call<?> after = first;
      call.next = after;
      first = call;
      if (after == null) {
        last = call;
      } else {
        after.previous = call;
      }
      size++;
    }
  }

  @Nullable Call<?> removeFirst() {
    Call<?> call = first;
    if (call != null) {
      remove(call);
    }
    return call;
  }

  void remove(Call<?> call) {
    Call<?> before = call.previous;
    Call<?> after = call.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    call.previous = null;
    call.next = null;
    size--;
  }

  /** Takes out those whose time is up. */
  List<Call<?>> removeDue(long now) {
    var due = new ArrayList<Call<?>>();
    Call<?> call = first;
    while (call != null) {
      Call<?> after = call.next;
      if (call.isDue(now)) {
        remove(call);
        due.add(call);
      }
      call = after;
    }
    return due;
  }

  List<Call<?>> removeAll() {
    var all = new ArrayList<Call<?>>(size);
    for (Call<?> call = removeFirst(); call != null; call = removeFirst()) {
      all.add(call);
    }
    return all;
  }

  /** The earliest deadline; the line isn't empty. */
  long earliest() {
    Call<?> call = first;
    assert call != null : "earliest() of an empty line";
    long earliest = call.deadline();
    for (call = call.next; call != null; call = call.next) {
      if (call.deadline() - earliest < 0) {
        earliest = call.deadline();
      }
    }
    return earliest;
  }
}
