package dev.weft.examples;

import dev.weft.Future;
import dev.weft.sync.Mpsc;
import dev.weft.sync.TrySend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who is in the chat, and what each of them has yet to hear. */
final class ChatRoom {

  /*
   * State: `seats` is guarded by this object's monitor. A plain monitor is right here, as nothing waits
   * while it is held: each seat has a bounded channel, and trySend puts a text into it or says at once
   * that it is full. So one client that doesn't read can't hold up the others; it loses its place.
   *
   * Ownership: a seat's sender is closed by whoever takes the seat out of `seats`, by which its visitor
   * learns that the seat is lost.
   */

  /** Texts that a client may be behind. */
  private static final int BACKLOG = 64;

  private final int places;
  private final Map<String, Seat> seats = new LinkedHashMap<>();

  ChatRoom(int places) {
    this.places = places;
  }

  /** What somebody who wants to come in gets. */
  sealed interface Entry permits Seat, Refusal {}

  record Refusal(String reason) implements Entry {}

  synchronized Entry enter(String name) {
    if (seats.size() == places) {
      return new Refusal("The room is full: its places are " + places + ".");
    }
    if (seats.containsKey(name)) {
      return new Refusal("The name " + name + " is taken; come back with another one.");
    }
    Seat seat = new Seat(name);
    seats.put(name, seat);
    tellAll(name + " came in");
    return seat;
  }

  private synchronized void leave(Seat seat) {
    if (seats.remove(seat.name, seat)) {
      seat.inbox.sender().close();
      tellAll(seat.name + " left");
    }
  }

  private synchronized void tellAll(String text) {
    for (Seat seat : List.copyOf(seats.values())) {
      if (seat.inbox.sender().trySend(text) instanceof TrySend.Full<String>) {
        leave(seat);
      }
    }
  }

  synchronized int visitors() {
    return seats.size();
  }

  /** A place in the room; closing it frees it. */
  final class Seat implements Entry, AutoCloseable {

    private final String name;
    private final Mpsc.Bounded<String> inbox = Mpsc.bounded(BACKLOG);

    private Seat(String name) {
      this.name = name;
    }

    void say(String text) {
      tellAll(name + ": " + text);
    }

    /** The next text; null after the last one, when this place was lost. */
    Future<@Nullable String> hear() {
      return inbox.receiver().recv();
    }

    /** Completes when this place was lost. */
    Future<Void> lost() {
      return inbox.sender().closed();
    }

    @Override
    public void close() {
      leave(this);
    }
  }
}
