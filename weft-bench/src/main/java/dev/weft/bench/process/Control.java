package dev.weft.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;

/** The other end of {@link ChildJvm}: what a measured program answers until its input ends. */
public final class Control {

  private static final int COLLECTIONS = 3;

  private Control() {}

  /**
   * Says a line.
   *
   * @param word what it begins with
   * @param rest what follows
   */
  public static void say(String word, Object rest) {
    System.out.println(word + " " + rest);
    System.out.flush();
  }

  /**
   * Answers {@code heap} by the bytes of live heap and direct buffers, until the input ends.
   *
   * @throws Exception if the input can't be read or has an unknown command
   */
  public static void serveUntilEnd() throws Exception {
    serveUntilEnd(Map.of("heap", Control::liveBytes));
  }

  /**
   * Answers commands until the input ends.
   *
   * @param commands what each word is answered by
   * @throws Exception if the input can't be read, has an unknown command, or a command failed
   */
  public static void serveUntilEnd(Map<String, Callable<?>> commands) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    while (line != null) {
      Callable<?> command = commands.get(line);
      if (command == null) {
        throw new IOException("The command " + line + " is unknown; there is " + commands.keySet());
      }
      say(line, command.call());
      line = in.readLine();
    }
  }

  private static long liveBytes() {
    for (int i = 0; i < COLLECTIONS; i++) {
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
