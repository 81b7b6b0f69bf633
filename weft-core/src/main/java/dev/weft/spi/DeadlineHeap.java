package dev.weft.spi;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Elements in the order of their deadlines; what is equal, in the order of adding. Adding and
 * removing take logarithmic time.
 *
 * <p><em>Threads:</em> one at a time.
 *
 * @param <E> type of the elements
 */
public final class DeadlineHeap<E> {

  /*
   * Idea: an implicit heap in which a node has four children: half as deep as a binary one. The keys of all
   * nodes, a deadline and the number of the adding, lie in one array of longs, so that the keys of four
   * children fill one cache line and a comparison never touches an element.
   *
   * Deadlines are compared by their difference, as the clock's value may overflow; so all of them have to be
   * within 2^63 nanoseconds of each other, and a span of 2^62 to either side of the clock sees to that.
   *
   * `moved` is told where an element is whenever that changes. Who wants to remove elements other than the
   * first keeps the position in them.
   */

  /** The position of an element that has been removed. */
  public static final int NOWHERE = -1;

  private static final int WAYS = 4;
  private static final int SMALL = 16;

  private final ObjIntConsumer<? super E> moved;
  private long[] keys = new long[2 * SMALL];
  private @Nullable Object[] elements = new Object[SMALL];
  private int size;
  private long added;

  /**
   * Creates an empty heap.
   *
   * @param moved called with an element and its new position, or {@link #NOWHERE}
   */
  public DeadlineHeap(ObjIntConsumer<? super E> moved) {
    this.moved = Objects.requireNonNull(moved, "moved");
  }

  /**
   * How many elements there are.
   *
   * @return zero or more
   */
  public int size() {
    return size;
  }

  /**
   * Adds an element.
   *
   * @param element an element that isn't in the heap
   * @param deadlineNanos its deadline
   */
  public void add(E element, long deadlineNanos) {
    if (size == elements.length) {
      resize(size + (size >> 1));
    }
    riseTo(size++, deadlineNanos, added++, element);
  }

  /**
   * The element with the earliest deadline.
   *
   * @return the element, or {@code null} if the heap is empty
   */
  @SuppressWarnings("unchecked") // only elements get in
  public @Nullable E first() {
    return (E) elements[0];
  }

  /**
   * The earliest deadline.
   *
   * @return the deadline of {@link #first()}; without meaning if the heap is empty
   */
  public long firstDeadlineNanos() {
    return keys[0];
  }

  /**
   * Counts elements up to a deadline, and stops once there are enough. Takes time for what it
   * counts, not for what there is.
   *
   * @param untilNanos the deadline
   * @param enough a number that isn't passed
   * @return how many, at most {@code enough}
   */
  public int count(long untilNanos, int enough) {
    return countBelow(0, untilNanos, enough);
  }

  private int countBelow(int position, long untilNanos, int enough) {
    if (position >= size || enough <= 0 || keys[2 * position] - untilNanos > 0) {
      return 0;
    }
    int counted = 1;
    for (int child = WAYS * position + 1; child <= WAYS * (position + 1); child++) {
      counted += countBelow(child, untilNanos, enough - counted);
    }
    return counted;
  }

  /**
   * Removes the element with the earliest deadline.
   *
   * @return the element, or {@code null} if the heap is empty
   */
  public @Nullable E removeFirst() {
    E first = first();
    if (first != null) {
      removeAt(0);
    }
    return first;
  }

  /**
   * Removes an element.
   *
   * @param position where it is
   */
  public void removeAt(int position) {
    E gone = elementAt(Objects.checkIndex(position, size));
    int last = --size;
    E mover = elementAt(last);
    elements[last] = null;
    if (position != last) {
      long deadline = keys[2 * last];
      long order = keys[2 * last + 1];
      if (position > 0 && isBefore(deadline, order, (position - 1) / WAYS)) {
        riseTo(position, deadline, order, mover);
      } else {
        sinkTo(position, deadline, order, mover);
      }
    }
    moved.accept(gone, NOWHERE);
    shrink();
  }

  /**
   * Removes all elements that a test accepts, in linear time.
   *
   * @param test decides; called once for each element
   * @return how many it accepted
   */
  public int removeIf(Predicate<? super E> test) {
    int kept = 0;
    int before = size;
    for (int i = 0; i < before; i++) {
      E element = elementAt(i);
      if (test.test(element)) {
        moved.accept(element, NOWHERE);
      } else {
        put(kept++, keys[2 * i], keys[2 * i + 1], element);
      }
    }
    Arrays.fill(elements, kept, before, null);
    size = kept;
    shrink();
    for (int i = (kept - 2) / WAYS; i >= 0 && kept > 1; i--) {
      sinkTo(i, keys[2 * i], keys[2 * i + 1], elementAt(i));
    }
    return before - kept;
  }

  private void riseTo(int hole, long deadline, long order, E element) {
    int at = hole;
    while (at > 0) {
      int parent = (at - 1) / WAYS;
      if (!isBefore(deadline, order, parent)) {
        break;
      }
      put(at, keys[2 * parent], keys[2 * parent + 1], elementAt(parent));
      at = parent;
    }
    put(at, deadline, order, element);
  }

  private void sinkTo(int hole, long deadline, long order, E element) {
    int at = hole;
    for (int child = WAYS * at + 1; child < size; child = WAYS * at + 1) {
      int least = child;
      int end = Math.min(child + WAYS, size);
      for (int other = child + 1; other < end; other++) {
        if (isBefore(keys[2 * other], keys[2 * other + 1], least)) {
          least = other;
        }
      }
      if (isBefore(deadline, order, least)) {
        break;
      }
      put(at, keys[2 * least], keys[2 * least + 1], elementAt(least));
      at = least;
    }
    put(at, deadline, order, element);
  }

  private boolean isBefore(long deadline, long order, int position) {
    long ahead = keys[2 * position] - deadline;
    return ahead > 0 || (ahead == 0 && order < keys[2 * position + 1]);
  }

  private void put(int position, long deadline, long order, E element) {
    keys[2 * position] = deadline;
    keys[2 * position + 1] = order;
    elements[position] = element;
    moved.accept(element, position);
  }

  @SuppressWarnings("unchecked") // only elements get in
  private E elementAt(int position) {
    return (E) Objects.requireNonNull(elements[position]);
  }

  /** Gives memory back once three quarters of it are unused. */
  private void shrink() {
    if (size < elements.length / WAYS && elements.length > SMALL) {
      resize(Math.max(SMALL, elements.length / 2));
    }
  }

  private void resize(int capacity) {
    keys = Arrays.copyOf(keys, 2 * capacity);
    elements = Arrays.copyOf(elements, capacity);
  }
}
