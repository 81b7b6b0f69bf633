package sample;

import static dev.weft.Async.*;

import dev.weft.*;
import java.time.Duration;

/** Adds two numbers that take their time. */
public final class Main {

  private Main() {}

  static Future<Integer> slow(int n) {
    return async(
        () -> {
          await(sleep(Duration.ofMillis(10)));
          return n;
        });
  }

  /** Prints the sum. */
  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.create()) {
      System.out.println(
          weft.blockOn(
              async(
                  () -> {
                    var both = await(join(slow(20), slow(22)));
                    return both.first() + both.second();
                  })));
    }
  }
}
