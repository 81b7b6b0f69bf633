package dev.weft.bench.compare;

/** Who decides that another activity runs. */
enum Kind {
  /** The activity itself: it goes on until it waits, yields or ends. */
  COOPERATIVE("cooperative"),
  /** The system or the runtime: nobody keeps a processor for good. */
  PRE_EMPTIVE("pre-emptive");

  private final String label;

  Kind(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
