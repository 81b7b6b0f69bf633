package dev.weft.internal.scheduler;

import dev.weft.internal.task.PollSite;
import dev.weft.spi.RuntimeThread;
import org.jspecify.annotations.Nullable;

/** Makes the calling thread a poll site for a time. */
final class SiteBinding implements AutoCloseable {

  private final @Nullable Object outerSite;
  private final PollSite.@Nullable Ref outerRef;

  SiteBinding(PollSite site) {
    if (Thread.currentThread() instanceof RuntimeThread thread) {
      outerSite = thread.site();
      outerRef = null;
      thread.setSite(site);
    } else {
      outerSite = null;
      var ref = new PollSite.Ref();
      ref.set(site);
      outerRef = PollSite.bind(ref);
    }
  }

  @Override
  public void close() {
    if (Thread.currentThread() instanceof RuntimeThread thread) {
      thread.setSite(outerSite);
    } else {
      PollSite.Ref _ = PollSite.bind(outerRef);
    }
  }
}
