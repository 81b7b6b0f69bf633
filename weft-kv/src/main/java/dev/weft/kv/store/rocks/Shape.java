package dev.weft.kv.store.rocks;

import dev.weft.kv.proto.Value;
import dev.weft.kv.store.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the answer to a call is made of what was found under its keys.
 *
 * @param <T> type of the answer
 */
interface Shape<T extends @Nullable Object> {

  /** The value of the only key. */
  Shape<@Nullable Value> VALUE = new One<>(true, Slot::value);

  /** Whether the only key has a value. */
  Shape<Boolean> FOUND = new One<>(false, Slot::found);

  /** The values of all keys. */
  Shape<List<Outcome<@Nullable Value>>> VALUES = new Many<>(true, Slot::value);

  /** Which of the keys have a value. */
  Shape<List<Outcome<Boolean>>> ALL_FOUND = new Many<>(false, Slot::found);

  boolean wantsValues();

  T done(Slot[] slots);

  /** The answer in place of a failure, or the failure. */
  T failed(int keys, IOException why) throws IOException;

  /** An answer for one key. */
  record One<T extends @Nullable Object>(boolean wantsValues, Function<Slot, T> part)
      implements Shape<T> {
    @Override
    public T done(Slot[] slots) {
      return part.apply(slots[0]);
    }

    @Override
    public T failed(int keys, IOException why) throws IOException {
      throw why;
    }
  }

  /** A list of answers for several keys. */
  record Many<T extends @Nullable Object>(boolean wantsValues, Function<Slot, T> part)
      implements Shape<List<Outcome<T>>> {
    @Override
    public List<Outcome<T>> done(Slot[] slots) {
      return Arrays.stream(slots)
          .<Outcome<T>>map(slot -> new Outcome.Done<>(part.apply(slot)))
          .toList();
    }

    @Override
    public List<Outcome<T>> failed(int keys, IOException why) {
      return Collections.nCopies(keys, new Outcome.Failed<>(why));
    }
  }
}
