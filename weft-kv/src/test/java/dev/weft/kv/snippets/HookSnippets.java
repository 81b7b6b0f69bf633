package dev.weft.kv.snippets;

import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.server.RequestObserver;
import dev.weft.kv.server.ServiceHook;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the documentation shows of hooks; run by {@link HookSnippetsTest}. */
public final class HookSnippets {

  private HookSnippets() {}

  /** Counts what each client got, and how many of its answers were failures. */
  public static ServiceHook audit(
      ConcurrentHashMap<String, LongAdder> answers, LongAdder failures, LongAdder lost) {
    // @start region="hook"
    return (peer, request) ->
        new RequestObserver() { // one for each request: its fields are the state
          private boolean failed;

          @Override
          public void executed(CommandResponse response) {
            failed |= response.getStatus() >= 500;
          }

          @Override
          public CommandResponse beforeSend(CommandResponse response) {
            // Texts of internal failures stay inside.
            return failed ? response.toBuilder().setMessage("try again later").build() : response;
          }

          @Override
          public void afterSend(CommandResponse sent) {
            answers.computeIfAbsent(peer, _ -> new LongAdder()).increment();
          }

          @Override
          public void ended(Throwable cause) {
            if (cause != null) {
              lost.increment(); // the connection died first
            } else if (failed) {
              failures.increment();
            }
          }
        };
    // @end
  }
}
