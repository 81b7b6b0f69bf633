package dev.weft.kv.server;

import dev.weft.kv.proto.CommandRequest;

/**
 * Looks at every request of a server, whatever its kind, invalid ones and those about topics
 * included, and may replace what is answered. What is no message at all is no request.
 *
 * {@snippet class="dev.weft.kv.snippets.HookSnippets" region="hook"}
 *
 * <p>Several hooks see each step in the order in which the server was given them; each sees what
 * those before it left.
 *
 * <p>A hook that throws fails its request: it is answered with 500, the failure goes to the log,
 * and a subscription ends with that answer. If it was {@link #received} that threw, the request is
 * not carried out. The other hooks, and other requests, go on.
 *
 * <p><em>Threads:</em> any worker of the runtime; the calls of one connection come one at a time.
 * They must not block.
 */
@FunctionalInterface
public interface ServiceHook {

  /**
   * A request was read and is about to be carried out.
   *
   * @param peer names the client, usually by its address
   * @param request what was asked
   * @return takes the further steps of this request and may keep state from one to another
   */
  RequestObserver received(String peer, CommandRequest request);
}
