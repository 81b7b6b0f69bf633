package dev.weft.bench.tasks;

import static dev.weft.bench.tasks.TaskSuite.perOperation;

import dev.weft.bench.Workload;
import java.util.ArrayList;
import java.util.List;

/** The workloads of channels, of choosing between them, and of streams. */
final class MessageSuite {

  private static final int HALF = 500_000;
  private static final int MILLION = 1_000_000;

  private MessageSuite() {}

  /** All of them, in the order in which they run. */
  static List<Workload> all() {
    var all = new ArrayList<Workload>();
    all.addAll(channels());
    all.addAll(selects());
    all.addAll(streams());
    return List.copyOf(all);
  }

  private static List<Workload> channels() {
    return List.of(
        perOperation(
            "channels-spsc", "a message to one other task over a channel of 64", 2 * MILLION, HALF),
        perOperation(
            "channels-rendezvous", "a message that is handed over, not kept", HALF, 200_000),
        perOperation(
            "channels-mpmc", "a message from 4 tasks to 4 over a channel of 1,000", MILLION, HALF),
        perOperation(
            "channels-unbounded", "a message to one other task, without a limit", MILLION, HALF),
        perOperation("channels-broadcast", "a message that each of 4 tasks gets", HALF, 200_000));
  }

  private static List<Workload> selects() {
    return List.of(
        perOperation(
            "select-2", "a message from whichever of two channels has one", MILLION, 400_000),
        perOperation(
            "select-8", "a message from whichever of eight channels has one", MILLION, 400_000),
        perOperation(
            "select-timeout", "a message with a time limit that isn't reached", MILLION, 400_000));
  }

  private static List<Workload> streams() {
    return List.of(
        perOperation("streams-map", "an item that is mapped and filtered", MILLION, MILLION),
        perOperation("streams-flatmap", "an item of streams of ten, in turn", MILLION, MILLION),
        perOperation("streams-buffered", "an item from a stream in another task", MILLION, HALF),
        perOperation(
            "streams-mapasync", "an item whose mapping yields, 16 at a time", HALF, 200_000),
        perOperation("streams-merge", "an item of 4 streams, each in a task", MILLION, HALF),
        perOperation("streams-chunks", "an item that is put into a list of 100", MILLION, MILLION));
  }
}
