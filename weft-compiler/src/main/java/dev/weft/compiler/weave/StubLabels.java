package dev.weft.compiler.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.HashMap;
import java.util.Map;

/** The places in a state machine that the body it was made from doesn't have. */
final class StubLabels {
  private final Emission to;
  private final CodeBuilder out;
  private final Map<String, Label> labels = new HashMap<>();
  private final Label pending;

  StubLabels(Emission to) {
    this.to = to;
    out = to.out();
    pending = out.newLabel();
  }

  private Label label(String name, int number) {
    return labels.computeIfAbsent(name + number, _ -> out.newLabel());
  }

  /** Where the await's result is on the stack. */
  Label resumed(Await await) {
    return label("resumed", await.point());
  }

  /** Where an await goes that is pending. */
  Label suspend(Await await) {
    return label("suspend", await.point());
  }

  /** Where a resumed block polls. */
  Label poll(Await await) {
    return label("poll", await.point());
  }

  /** Where it returns if that was pending. */
  Label pending() {
    return pending;
  }

  /** Where what the await saved is loaded, in its innermost loop. */
  Label restore(Await await) {
    return label("restore", await.point());
  }

  /** Where an await goes on whose variables others have loaded with theirs. */
  Label restored(Await await) {
    return label("restored", await.point());
  }

  /** The start of the code that ends the await. */
  Label outcome(Await await) {
    return label("outcome", await.point());
  }

  Label outcomeEnd(Await await) {
    return label("outcomeEnd", await.point());
  }

  /** Where a loop goes that may have to be left for other tasks. */
  Label preempt(Await point) {
    return label("preempt", point.point());
  }

  Label preemptEnd(Await point) {
    return label("preemptEnd", point.point());
  }

  /** Where it goes on. */
  Label goOn(Await point) {
    return label("goOn", point.point());
  }

  /** Where a loop's header sends a block that is being resumed. */
  Label dispatch(int header) {
    return label("dispatch", header);
  }

  /** The way from an outer loop to the header of an inner one. */
  Label enter(int header) {
    return label("enter", header);
  }

  /** The way from the entry to the header of an outermost loop, for all its awaits. */
  Label enterFirst(int header) {
    return label("enterFirst", header);
  }

  /** Binds a label that other code jumps to. */
  void begin(Label label, Frame types) {
    out.labelBinding(label);
    to.frame(label, types);
  }
}
