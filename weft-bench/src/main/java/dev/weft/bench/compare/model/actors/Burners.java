package dev.weft.bench.compare.model.actors;

import static dev.weft.Async.await;
import static dev.weft.Async.sleep;

import dev.weft.Weft;
import dev.weft.actor.Actor;
import dev.weft.actor.ActorRef;
import dev.weft.bench.compare.model.Burning;
import dev.weft.bench.compare.model.Hogs;
import dev.weft.bench.compare.model.Host;
import java.util.ArrayList;

/** Actors with a message that takes long to handle, and one that tells itself to tick again. */
final class Burners implements Burning {

  private final Weft weft;

  Burners(Host host) {
    weft = host.weft();
  }

  @Override
  public void run(Hogs hogs) throws Exception {
    var actors = new ArrayList<ActorRef<Integer>>();
    actors.add(ticker(hogs).start(weft));
    for (int i = 0; i < hogs.count(); i++) {
      actors.add(burner(hogs).start(weft));
    }
    for (int i = 0; i < actors.size(); i++) {
      weft.blockOn(actors.get(i).tell(i - 1));
    }
    for (ActorRef<Integer> each : actors) {
      weft.blockOn(each.watch());
    }
  }

  private static Actor<Integer> ticker(Hogs hogs) {
    return Actor.of(
        "ticker",
        context ->
            again -> {
              if (hogs.tick()) {
                await(sleep(Hogs.PERIOD));
                context.self().tryTell(again);
              } else {
                context.self().stop();
              }
            });
  }

  private static Actor<Integer> burner(Hogs hogs) {
    return Actor.of(
        "burner",
        context ->
            hog -> {
              while (hogs.step(hog)) {}
              context.self().stop();
            });
  }
}
