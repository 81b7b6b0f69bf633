package dev.weft.internal.stackful;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weft.Future;
import dev.weft.testkit.TestTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("stackful")
final class SystemVirtualThreadsTest {

  @Test
  void jdk_withoutTheConstructor_leadsToHandOffWithTheReason() throws Exception {
    for (SystemVirtualThreads without :
        List.of(
            SystemVirtualThreads.find("java.lang.NoSuchBuilder", "java.lang.VirtualThread"),
            SystemVirtualThreads.find("java.lang.Object", "java.lang.VirtualThread"))) {
      assertThat(without.isInPlace()).isFalse();
      assertThat(without.mode()).startsWith("hand-off: this JDK (").contains(" has no java.lang.");
      var block =
          new StackfulBlock<>(without, "test block", this, () -> Awaiter.await(Leaf.after(1, 2)));
      assertThat(Drives.toTheEnd(new TestTask(), block)).isEqualTo(2);
    }
  }

  @Test
  void mode_inThisJvm_fitsWhatIsOpen() {
    SystemVirtualThreads found = SystemVirtualThreads.get();
    boolean open =
        Object.class.getModule().isOpen("java.lang", SystemVirtualThreads.class.getModule());
    assertThat(found.isInPlace()).isEqualTo(open);
    assertThat(found.mode())
        .isEqualTo(
            open
                ? "in place"
                : "hand-off: java.lang isn't opened;"
                    + " add --add-opens java.base/java.lang=ALL-UNNAMED");
  }

  @Test
  void notice_ofUncompiledBlocks_comesOnce() {
    List<String> said = new ArrayList<>();
    var notice = new Notice(said::add);
    Future<Integer> block = StackfulBlocks.async(() -> 1);
    notice.uncompiled("in place", block);
    notice.uncompiled("in place", StackfulBlocks.async(() -> 2));
    assertThat(said).hasSize(1);
    assertThat(said.getFirst())
        .contains("(in place)", "weft-compiler")
        .contains("the first is the async block in " + getClass().getName() + ".");
  }
}
