package dev.weft.kv.snippets;

import static dev.weft.kv.testkit.Kv.hget;
import static dev.weft.kv.testkit.Kv.refused;
import static dev.weft.kv.testkit.Kv.subscribe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Context;
import dev.weft.codegen.LeafFuture;
import dev.weft.kv.command.Reply;
import dev.weft.kv.proto.CommandResponse;
import dev.weft.kv.testkit.RawConnection;
import dev.weft.kv.testkit.RunningServer;
import dev.weft.testkit.Eventually;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

final class HookSnippetsTest {

  private static final class Failed extends LeafFuture<CommandResponse> {
    @Override
    protected Object pollLeaf(Context cx) {
      return refused(500, "disk /dev/sda is gone");
    }
  }

  @Test
  void audit_ofTwoRequests_countsThemAndHidesTheText() throws Exception {
    var answers = new ConcurrentHashMap<String, LongAdder>();
    var failures = new LongAdder();
    var lost = new LongAdder();
    try (RunningServer server =
            RunningServer.start(
                builder ->
                    builder
                        .service(_ -> new Reply.One(new Failed()))
                        .hook(HookSnippets.audit(answers, failures, lost)));
        RawConnection connection = server.connect()) {
      assertThat(connection.ask(hget("t", "k"))).isEqualTo(refused(500, "try again later"));
      assertThat(connection.ask(subscribe("a"))).isEqualTo(refused(500, "try again later"));
      Eventually.until("both have left", () -> failures.sum() == 2);
    }
    assertThat(answers.values().iterator().next().sum()).isEqualTo(2);
    assertThat(lost.sum()).isZero();
  }
}
