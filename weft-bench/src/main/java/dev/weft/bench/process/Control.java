package dev.weft.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The other end of {@link Child}: what a measured program answers until its input ends. */
public final class Control {

  private static final int COLLECTIONS = 3;

  private Control() {}

  /** Something that can be asked for. */
  @FunctionalInterface
  public interface Command {

    /**
     * Does it.
     *
     * @param args what stood behind the word
     * @return the answer, on one line
     * @throws Exception if it failed, which ends the program
     */
    Object answer(List<String> args) throws Exception;
  }

  /**
   * Says a line.
   *
   * @param word what it begins with
   * @param rest what follows
   */
  public static void say(String word, Object rest) {
    // No `+`: the first one of a process takes some 10 ms, which would count as its start.
    System.out.println(word.concat(" ").concat(rest.toString()));
    System.out.flush();
  }

  /**
   * Answers {@code heap} by the bytes of live heap and direct buffers, until the input ends.
   *
   * @throws Exception if the input can't be read or has an unknown command
   */
  public static void serveUntilEnd() throws Exception {
    serveUntilEnd(Map.of("heap", _ -> liveBytes()));
  }

  /**
   * Answers lines of the form {@code WORD ARGUMENT…} until the input ends.
   *
   * @param commands what each word is answered by
   * @throws Exception if the input can't be read, has an unknown command, or a command failed
   */
  public static void serveUntilEnd(Map<String, Command> commands) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    while (line != null) {
      List<String> words = List.of(line.split(" ", -1));
      Command command = commands.get(words.getFirst());
      if (command == null) {
        throw new IOException("The command " + line + " is unknown; there is " + commands.keySet());
      }
      say(words.getFirst(), command.answer(words.subList(1, words.size())));
      line = in.readLine();
    }
  }

  /**
   * Collects garbage, thoroughly.
   *
   * @return bytes of live heap and direct buffers
   */
  public static long liveBytes() {
    return liveBytes(COLLECTIONS);
  }

  /**
   * Collects garbage so many times.
   *
   * @param collections at least 1
   * @return bytes of live heap and direct buffers
   */
  public static long liveBytes(int collections) {
    for (int i = 0; i < collections; i++) {
      System.gc();
    }
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    long direct = 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      direct += pool.getMemoryUsed();
    }
    return heap + direct;
  }
}
