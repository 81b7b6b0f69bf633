package dev.weft.verify.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The Reactive Streams TCK. Its tests are counted, so that one that isn't run is noticed, and each
 * that it skips is named here with the reason.
 */
final class ReactiveStreamsTckTest {

  private static final String NOT_BY_TCK = "Not verified by this TCK.";
  private static final String NOT_USING_TCK = "Not verified using this TCK.";
  private static final String ONE_SUBSCRIBER =
      "The Publisher under test only supports 1 subscribers, while this test requires at least 2 to"
          + " run.";
  private static final String SECOND_REFUSED =
      "Skipped because tested publisher does NOT implement this OPTIONAL requirement. Reason for"
          + " skipping was: Async error during test execution: A publisher of one stream accepts one"
          + " subscriber; give Flows.publisher a supplier of streams for more.";

  @Test
  void publisher_ofStreams_keepsTheRules() {
    check(PublisherSuite.class, 31, skippedOfPublisher());
  }

  @Test
  void subscriber_ofSink_keepsTheRules() {
    Map<String, String> skipped = new TreeMap<>();
    for (String name :
        new String[] {
          "202_blackbox_shouldAsynchronouslyDispatch",
          "204_blackbox_mustConsiderTheSubscriptionAsCancelledInAfterRecievingOnCompleteOrOnError",
          "206_blackbox_mustCallSubscriptionCancelIfItIsNoLongerValid",
          "207_blackbox_mustEnsureAllCallsOnItsSubscriptionTakePlaceFromTheSameThreadOrTakeCareOfSynchronization",
          "208_blackbox_mustBePreparedToReceiveOnNextSignalsAfterHavingCalledSubscriptionCancel",
          "211_blackbox_mustMakeSureThatAllCallsOnItsMethodsHappenBeforeTheProcessingOfTheRespectiveEvents",
          "212_blackbox_mustNotCallOnSubscribeMoreThanOnceBasedOnObjectEquality",
          "213_blackbox_failingOnSignalInvocation",
          "301_blackbox_mustNotBeCalledOutsideSubscriberContext",
          "308_blackbox_requestMustRegisterGivenNumberElementsToBeProduced",
          "310_blackbox_requestMaySynchronouslyCallOnNextOnSubscriber",
          "311_blackbox_requestMaySynchronouslyCallOnCompleteOrOnError",
          "314_blackbox_cancelMayCauseThePublisherToShutdownIfNoOtherSubscriptionExists",
          "315_blackbox_cancelMustNotThrowExceptionAndMustSignalOnError",
          "316_blackbox_requestMustNotThrowExceptionAndMustOnErrorTheSubscriber"
        }) {
      skipped.put("untested_spec" + name, NOT_USING_TCK);
    }
    check(SubscriberSuite.class, 11, skipped);
  }

  @Test
  void subscriber_thatIsAStream_keepsTheRulesFromInside() {
    check(WhiteboxSuite.class, 14, skippedOfSubscriber());
  }

  @Test
  void processor_thatChangesNothing_keepsTheRules() {
    Map<String, String> skipped = skippedOfPublisher();
    skipped.putAll(skippedOfSubscriber());
    String multicast =
        "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequesting";
    skipped.put("optional_spec111_maySupportMultiSubscribe", SECOND_REFUSED);
    skipped.put(
        "optional_spec111_registeredSubscribersMustReceiveOnNextOrOnCompleteSignals",
        SECOND_REFUSED);
    skipped.put(multicast + "OneByOne", SECOND_REFUSED);
    skipped.put(multicast + "ManyUpfront", SECOND_REFUSED);
    skipped.put(multicast + "ManyUpfrontAndCompleteAsExpected", SECOND_REFUSED);
    skipped.put(
        "required_mustRequestFromUpstreamForElementsThatHaveBeenRequestedLongAgo", ONE_SUBSCRIBER);
    skipped.put(
        "required_spec104_mustCallOnErrorOnAllItsSubscribersIfItEncountersANonRecoverableError",
        ONE_SUBSCRIBER);
    check(ProcessorSuite.class, 41, skipped);
  }

  @Test
  void publisher_thatBreaksARule_isNoticed() {
    TckRun run = TckRun.of(PlantedSuite.class);
    assertThat(run.failed())
        .containsKey("required_spec317_mustNotSignalOnErrorWhenPendingAboveLongMaxValue");
  }

  private static Map<String, String> skippedOfPublisher() {
    Map<String, String> skipped = new TreeMap<>();
    for (String name :
        new String[] {
          "106_mustConsiderSubscriptionCancelledAfterOnErrorOrOnCompleteHasBeenCalled",
          "107_mustNotEmitFurtherSignalsOnceOnErrorHasBeenSignalled",
          "108_possiblyCanceledSubscriptionShouldNotReceiveOnErrorOrOnCompleteSignals",
          "109_subscribeShouldNotThrowNonFatalThrowable",
          "110_rejectASubscriptionRequestIfTheSameSubscriberSubscribesTwice",
          "304_requestShouldNotPerformHeavyComputations",
          "305_cancelMustNotSynchronouslyPerformHeavyComputation"
        }) {
      skipped.put("untested_spec" + name, NOT_BY_TCK);
    }
    return skipped;
  }

  private static Map<String, String> skippedOfSubscriber() {
    Map<String, String> skipped = new TreeMap<>();
    for (String name :
        new String[] {
          "202_shouldAsynchronouslyDispatch",
          "204_mustConsiderTheSubscriptionAsCancelledInAfterRecievingOnCompleteOrOnError",
          "206_mustCallSubscriptionCancelIfItIsNoLongerValid",
          "207_mustEnsureAllCallsOnItsSubscriptionTakePlaceFromTheSameThreadOrTakeCareOfSynchronization",
          "211_mustMakeSureThatAllCallsOnItsMethodsHappenBeforeTheProcessingOfTheRespectiveEvents",
          "212_mustNotCallOnSubscribeMoreThanOnceBasedOnObjectEquality_specViolation",
          "213_failingOnSignalInvocation",
          "301_mustNotBeCalledOutsideSubscriberContext",
          "310_requestMaySynchronouslyCallOnNextOnSubscriber",
          "311_requestMaySynchronouslyCallOnCompleteOrOnError",
          "314_cancelMayCauseThePublisherToShutdownIfNoOtherSubscriptionExists",
          "315_cancelMustNotThrowExceptionAndMustSignalOnError",
          "316_requestMustNotThrowExceptionAndMustOnErrorTheSubscriber"
        }) {
      skipped.put("untested_spec" + name, NOT_USING_TCK);
    }
    return skipped;
  }

  private static void check(Class<?> suite, int passed, Map<String, String> skipped) {
    TckRun run = TckRun.of(suite);
    assertThat(run.failed()).isEmpty();
    assertThat(run.skipped()).isEqualTo(skipped);
    assertThat(run.passed()).hasSize(passed);
  }
}
