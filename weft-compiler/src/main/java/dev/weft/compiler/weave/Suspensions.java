package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The code that saves what lives on behind an await, and leaves the block. */
final class Suspensions {
  private final BodyAnalysis body;
  private final StateLayout layout;
  private final Emission to;
  private final CodeBuilder out;
  private final @Nullable SharedSaves saves;

  /** Saves by itself, or through what the awaits share. */
  Suspensions(BodyAnalysis body, StateLayout layout, Emission to, @Nullable SharedSaves saves) {
    this.body = body;
    this.layout = layout;
    this.to = to;
    this.saves = saves;
    out = to.out();
  }

  /** Writes the code for one await; PENDING is on the stack, above the operands. */
  void write(Await await) {
    StateLayout.Saving saving = layout.saving(await);
    boolean deep = !saving.stack().isEmpty();
    if (deep || saves != null) {
      out.pop();
    }
    for (StateLayout.Saved saved : saving.stack().reversed()) {
      saveOperand(saved);
    }
    if (saves != null) {
      note(await);
      to.jump(saves.save(saving.locals()));
      return;
    }
    for (StateLayout.Saved saved : saving.locals()) {
      StateLayout.Slot field = saved.field();
      if (field != null) {
        out.aload(Emission.STATE);
        to.load(saved.type(), to.moved(saved.position()));
        out.putfield(to.companion(), field.name(), field.type());
      }
    }
    note(await);
    if (deep) {
      out.getstatic(WeftNames.RAW_FUTURE, "PENDING", ConstantDescs.CD_Object);
    }
    out.areturn();
  }

  private void note(Await await) {
    dropDeadCaptures(await);
    out.aload(Emission.STATE);
    out.loadConstant(await.point());
    out.invokevirtual(
        WeftNames.ASYNC_STATE,
        "suspendAt",
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
  }

  private void saveOperand(StateLayout.Saved saved) {
    StateLayout.Slot field = saved.field();
    if (field == null) {
      out.pop();
      return;
    }
    out.aload(Emission.STATE);
    if (saved.type().isWide()) {
      out.dup_x2();
      out.pop();
    } else {
      out.swap();
    }
    out.putfield(to.companion(), field.name(), field.type());
  }

  private void dropDeadCaptures(Await await) {
    List<ClassDesc> captures = body.block().captures();
    for (int i = 0; i < captures.size(); i++) {
      StateLayout.Slot field = layout.capture(i);
      if (!field.type().isPrimitive()
          && !layout.isCaptureKept(await, i)
          && !layout.saving(await).uses(field)) {
        out.aload(Emission.STATE);
        out.aconst_null();
        out.putfield(to.companion(), field.name(), field.type());
      }
    }
  }
}
