package dev.weft.kv.store.rocks;

import dev.weft.Context;
import dev.weft.Waker;
import dev.weft.codegen.LeafFuture;
import dev.weft.kv.proto.Value;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request for some keys of a table, and the future of its answer.
 *
 * @param <T> type of the answer
 */
final class Call<T extends @Nullable Object> extends LeafFuture<T> {

  /** How far a call has come; see {@link Rounds}. */
  enum State {
    NEW,
    WAITING,
    TAKEN,
    DONE
  }

  private final Rounds rounds;
  private final Shape<T> shape;
  private final String table;
  private final List<String> names;

  /** What is to be stored; null for a read or a removal. */
  private final @Nullable List<Value> values;

  // Made by the owner before the call waits; read by the round.
  private byte[][] keys = {};
  private long bytes;

  // Guarded by the lock of the rounds.
  private State state = State.NEW;
  private @Nullable Waker waker;

  // Written by the round before the call is done; read by the owner after it.
  private @Nullable Object result;
  private boolean answered;
  private boolean refused;
  private @Nullable IOException failure;

  Call(
      Rounds rounds,
      Shape<T> shape,
      String table,
      List<String> names,
      @Nullable List<Value> values) {
    this.rounds = rounds;
    this.shape = shape;
    this.table = table;
    this.names = names;
    this.values = values;
  }

  @Override
  protected @Nullable Object pollLeaf(Context cx) throws IOException {
    if (state == State.NEW) { // only this owner changes it from NEW
      if (names.isEmpty()) {
        return shape.done(new Slot[0]);
      }
      encode();
      IOException refused = rounds.add(this, cx);
      return refused == null ? PENDING : shape.failed(names.size(), refused);
    }
    if (!rounds.isDone(this, cx.waker())) {
      return PENDING;
    }
    if (failure != null && refused) {
      throw failure;
    }
    if (failure != null) {
      return shape.failed(names.size(), failure);
    }
    return result;
  }

  @Override
  protected boolean cancelLeaf() {
    if (state != State.NEW) {
      rounds.cancel(this);
    }
    return true;
  }

  private void encode() {
    byte[] prefix = Keys.prefix(table);
    keys = new byte[names.size()][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Keys.key(prefix, names.get(i));
      bytes += keys[i].length;
    }
    if (values != null) {
      values.forEach(value -> bytes += value.getSerializedSize());
    }
  }

  // ---- for the rounds, under their lock

  State state() {
    return state;
  }

  void setState(State state) {
    this.state = state;
  }

  @Nullable Waker waker() {
    return waker;
  }

  void setWaker(@Nullable Waker waker) {
    this.waker = waker;
  }

  // ---- for the round that has taken it

  byte[][] keys() {
    return keys;
  }

  /** What keys and values take, for the limit of a round. */
  long bytes() {
    return bytes;
  }

  /** What is to be stored under a key, or {@code null} to remove it. */
  @Nullable Value value(int index) {
    return values == null ? null : values.get(index);
  }

  boolean wantsValues() {
    return shape.wantsValues();
  }

  void answer(Slot[] slots) {
    result = shape.done(slots);
    answered = true;
  }

  /** It wasn't done; a call that is answered already stays so. */
  void fail(IOException why) {
    if (!answered) {
      answered = true;
      failure = why;
    }
  }

  /** It can't be done as a whole: not even a list of answers says so for each key. */
  void refuse(IOException why) {
    refused = true;
    fail(why);
  }

  @Override
  public String toString() {
    return "request for %d keys of table %s".formatted(names.size(), table);
  }
}
