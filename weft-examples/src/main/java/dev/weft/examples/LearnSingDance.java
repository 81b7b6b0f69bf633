package dev.weft.examples;

import static dev.weft.Async.*;

import dev.weft.*;
import java.time.Duration;
import java.util.function.Consumer;

/** A song must be learnt before it is sung; dancing needs neither and goes on beside them. */
public final class LearnSingDance {

  static final Duration LESSON = Duration.ofMillis(30);

  private LearnSingDance() {}

  /**
   * Runs the show.
   *
   * @param args not used
   * @throws Exception never in practice
   */
  public static void main(String[] args) throws Exception {
    try (Weft weft = Weft.create()) {
      weft.blockOn(show(IO::println));
    }
  }

  // @start region="show"
  record Song(String title) {}

  static Future<Song> learn(Consumer<String> say) {
    return async(
        () -> {
          say.accept("learning a song");
          await(sleep(LESSON)); // the thread is free meanwhile: there is time to dance
          return new Song("Greensleeves");
        });
  }

  static Future<Void> sing(Song song, Consumer<String> say) {
    return async(() -> say.accept("singing " + song.title()));
  }

  static Future<Void> dance(Consumer<String> say) {
    return async(() -> say.accept("dancing"));
  }

  static Future<Void> learnAndSing(Consumer<String> say) {
    return async(
        () -> {
          Song song = await(learn(say)); // one after the other: the song is needed
          await(sing(song, say));
        });
  }

  static Future<Void> show(Consumer<String> say) {
    return async(
        () -> {
          await(join(learnAndSing(say), dance(say))); // side by side
          say.accept("the show is over");
        });
  }
  // @end
}
