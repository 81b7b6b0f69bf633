package dev.weft.examples;

import dev.weft.testkit.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program that serves until it is stopped, as its {@code main} runs it. */
final class Server implements AutoCloseable {

  private static final Pattern LISTENING = Pattern.compile("listening on port (\\d+)");

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final AtomicReference<Throwable> ended = new AtomicReference<>();
  private final PrintStream before = System.out;
  private final Thread thread;

  interface Main {
    void run(String[] args) throws Exception;
  }

  Server(Main main) {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    thread =
        new Thread(
            () -> {
              try {
                main.run(new String[] {"0"});
              } catch (Throwable end) {
                ended.set(end);
              }
            });
    thread.start();
  }

  int port() {
    Eventually.until("the server listens", () -> LISTENING.matcher(text()).find());
    Matcher line = LISTENING.matcher(text());
    line.find();
    return Integer.parseInt(line.group(1));
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** Interrupts the program and gives that with which it ended. */
  Throwable stop() {
    thread.interrupt();
    Eventually.until("the server has ended", () -> !thread.isAlive());
    return ended.get();
  }

  @Override
  public void close() {
    stop();
    System.setOut(before);
  }
}
