package dev.weft.internal.reactor.linux;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sockets that are attached to a driver, by token. */
final class TieTable {

  /*
   * A token is a place in an array and the number of the tie that got it: the system may still report
   * an event of a socket that has left, and the place may have a new owner by then. No number
   * is 0, so no token is.
   *
   * Ownership: places are given and taken back under this object's lock. get() takes no lock: an element
   * is released by add() and acquired by get(); the array is volatile, and a token can come from the
   * system only after add() has put its tie in.
   */

  private static final int FIRST_SIZE = 64;

  private volatile @Nullable Tie[] ties = new Tie[FIRST_SIZE];
  private int[] free = new int[FIRST_SIZE]; // places that were taken back
  private int freeCount;
  private int used; // places that were ever given
  private int lastNumber; // as an unsigned number; 0 is left out
  private volatile int size;

  /** Gives a tie its token. */
  synchronized long add(Tie tie) {
    int place;
    if (freeCount > 0) {
      place = free[--freeCount];
    } else {
      place = used++;
      if (place == ties.length) {
        ties = Arrays.copyOf(ties, 2 * place);
      }
    }
    lastNumber = lastNumber == -1 ? 1 : lastNumber + 1;
    long token = (long) lastNumber << Integer.SIZE | place;
    tie.token(token);
    TIE.setRelease(ties, place, tie);
    size++;
    return token;
  }

  /** Takes a token back; false if that was done before. */
  synchronized boolean remove(long token) {
    int place = (int) token;
    if (get(token) == null) {
      return false;
    }
    TIE.setRelease(ties, place, (Tie) null);
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = place;
    size--;
    return true;
  }

  /** The tie of a token; {@code null} if it has left. */
  @Nullable Tie get(long token) {
    Tie tie = (Tie) TIE.getAcquire(ties, (int) token);
    return tie != null && tie.token() == token ? tie : null;
  }

  int size() {
    return size;
  }

  /** All that are in it now. */
  synchronized List<Tie> all() {
    List<Tie> all = new ArrayList<>(size);
    for (Tie tie : ties) {
      if (tie != null) {
        all.add(tie);
      }
    }
    return all;
  }

  private static final VarHandle TIE = MethodHandles.arrayElementVarHandle(Tie[].class);
}
