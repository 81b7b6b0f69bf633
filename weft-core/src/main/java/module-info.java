import org.jspecify.annotations.NullMarked;

/** The Weft runtime: futures, tasks, timers, sockets and channels. */
@NullMarked
module dev.weft.core {
  requires static org.jspecify;
}
