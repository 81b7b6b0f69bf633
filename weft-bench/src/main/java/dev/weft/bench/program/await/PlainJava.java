package dev.weft.bench.program.await;

/** Plain methods, which can't wait: what the same code costs without any await. */
public final class PlainJava implements AwaitCases {

  private final Values values = new Values();
  private final int[] numbers = Numbers.create();

  /** Creates it. */
  public PlainJava() {}

  @Override
  public Case of(String question) {
    return switch (question) {
      case LOOP -> count -> Numbers.mix(numbers, count, values.next());
      default -> throw AwaitCases.unknown(question);
    };
  }
}
