package dev.weft.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What went wrong with input and output elsewhere, in other runtimes and libraries, and which test
 * shows that it doesn't here.
 */
class IoScenarioListTest {

  private static final String NET = "weft-core/src/test/java/dev/weft/net/";
  private static final String IO = "weft-core/src/test/java/dev/weft/io/";
  private static final String FS = "weft-core/src/test/java/dev/weft/fs/";
  private static final String REACTOR = "weft-core/src/test/java/dev/weft/internal/reactor/";
  private static final String LINUX = REACTOR + "linux/";
  private static final String CODEC = "weft-codec/src/test/java/dev/weft/codec/";

  /**
   * A way to fail.
   *
   * @param text what happens
   * @param tests where it is tried
   */
  private record Scenario(String text, List<Place> tests) {}

  private record Place(String file, String method) {}

  private static Scenario scenario(String text, Place... tests) {
    return new Scenario(text, List.of(tests));
  }

  private static Place in(String file, String method) {
    return new Place(file + ".java", method);
  }

  private static final List<Scenario> RINGS =
      List.of(
          scenario(
              "a half-close or a close during a large pending write, in all orders",
              in(
                  NET + "TcpEndsTest",
                  "writeUnderWay_inEveryOrderOfEnds_endsAndTheDescriptorIsGivenBack"),
              in(REACTOR + "DriverStreamsTest", "output_shutDownBehindAFullBuffer_losesNothing"),
              in(REACTOR + "DriverClosingTest", "socket_closedWithPendingReadAndWrite_wakesBoth")),
          scenario(
              "a read is cancelled, and the next one finds the data there already",
              in(
                  REACTOR + "DriverStreamsTest",
                  "read_cancelledAndTriedAgainWithTheDataThere_givesIt")),
          scenario(
              "a burst of connections overflows what accepts them",
              in(REACTOR + "DriverListenersTest", "accept_ofABurst_takesAll"),
              in(
                  NET + "TcpStormTest",
                  "connections_thousandsAtATimeForMinutes_leaveNothingBehind")),
          scenario(
              "a few buffers for many sockets with data",
              in(LINUX + "RingPollerTest", "slowReaders_thatHoldAllBuffers_keepNobodyElseWaiting")),
          scenario(
              "a buffer leaks with each operation",
              in(
                  LINUX + "RingPollerTest",
                  "buffers_ofSocketsClosedWithUnreadBytes_areTheKernelsAgain"),
              in(
                  NET + "TcpStormTest",
                  "connections_hundredsAtATimeWithEveryEnd_leaveNothingBehind")),
          scenario(
              "a descriptor is closed and used again while operations are under way",
              in(
                  LINUX + "TieTableTest",
                  "token_ofATieThatHasLeft_isUnknownAlsoWhenItsPlaceIsTaken"),
              in(
                  LINUX + "EpollFaultTest",
                  "socket_closedDuringACall_keepsItsDescriptorUntilTheCallEnds")),
          scenario(
              "the end with many operations under way",
              in(LINUX + "RingPollerTest", "close_withRequestsUnderWay_givesAllDescriptorsBack"),
              in(REACTOR + "DriverClosingTest", "close_withWaitingTasks_wakesAllAndSaysWhy")),
          scenario(
              "the system forbids rings, or the memory for them",
              in(
                  REACTOR + "DriverChoiceTest",
                  "ioUring_whereTheSystemForbidsIt_fallsBackToEpollWithTheReason"),
              in(LINUX + "RingPollerTest", "probe_whereTheSystemForbidsRings_saysWhy"),
              in(LINUX + "RingPollerTest", "probe_withoutMemoryToMap_leavesNothingOpen")),
          scenario(
              "more completions than the queue takes",
              in(LINUX + "FaultyDrivers", "tinyRing"), // of which every test of drivers is run
              in(REACTOR + "DriverTurnsTest", "turn_withMoreEventsThanExpected_wakesAll")),
          scenario(
              "a driver is closed as soon as it is open",
              in(LINUX + "RingPollerTest", "close_rightAfterTheOpening_isQuick")),
          scenario(
              "accepting gives something that is no usable connection",
              in(
                  NET + "AcceptPauseTest",
                  "accept_connectionThatCannotBeSetUp_isClosedAndTheNextTaken"),
              in(LINUX + "EpollFaultTest", "accept_withoutDescriptors_saysSoAndThenWorks"),
              in(
                  NET + "TcpListenerTest",
                  "accept_connectionResetBeforeIt_isSkippedOrGivenButNeverFatal")),
          scenario(
              "names of Unix sockets, with and without a file, have the wrong length",
              in(
                  NET + "UnixSocketTest",
                  "abstractName_worksOnLinuxWithoutAFileAndIsRefusedByNameOnNio"),
              in(NET + "UnixDatagramTest", "abstractNames_areExact")),
          scenario(
              "the runtime is closed with very many connections",
              in(
                  NET + "TcpEndsTest",
                  "runtime_closedWithAThousandConnectionsThatWait_closesThemAllSoon")),
          scenario(
              "a system or a JVM that lacks the native calls",
              in(REACTOR + "DriverChoiceTest", "auto_onAnUnknownSystem_takesNio"),
              in(
                  REACTOR + "DriverChoiceTest",
                  "ioUring_whereNothingNativeWorks_fallsBackToNioWithTheReason")));

  private static final List<Scenario> SOCKETS =
      List.of(
          scenario(
              "data is left unread, and no new data comes to say so",
              in(REACTOR + "DriverStreamsTest", "read_inPiecesWithoutNewEvents_givesTheRest"),
              in(NET + "TcpStreamTest", "read_ofHalfTheData_leavesTheRestForLater")),
          scenario(
              "a signal or a short read is taken for the end of what is there",
              in(
                  LINUX + "MoodyKernelTest",
                  "transferByEpoll_withShortCallsSignalsAndRetries_losesNothing"),
              in(LINUX + "MoodyKernelTest", "transferByRing_withSignalsAndRetries_losesNothing")),
          scenario(
              "a copy between sockets spins once one of them is half closed",
              in(
                  NET + "TcpProxyTest",
                  "halfClosedConnection_whileTheOtherDirectionGoesOn_causesNoBusyWork"),
              in(REACTOR + "NioDriverTest", "event_thatNobodyWaitsFor_isReportedTwiceAtMost")),
          scenario(
              "a path too long is cut, and another file than one's own is removed",
              in(NET + "UnixSocketTest", "path_atTheLimit_worksAndOneByteMoreNamesTheLimit"),
              in(NET + "UnixSocketTest", "path_withCharactersOfSeveralBytes_isMeasuredInBytes"),
              in(NET + "UnixSocketTest", "close_afterAnotherServerTookThePath_leavesItsFile")),
          scenario(
              "a name is looked up without end, or the look-up outlives who wanted it",
              in(NET + "ConnectTest", "connect_cancelledDuringTheLookup_abortsIt"),
              in(NET + "ConnectTest", "connect_lookupAbortedByTheRuntimesEnd_saysSo")));

  private static final List<Scenario> STREAMS =
      List.of(
          scenario(
              "an end in memory is dropped: reads drain, writes fail, even empty ones",
              in(IO + "DuplexTest", "peerClosed_reads_drainThenEnd"),
              in(IO + "DuplexTest", "peerClosed_writes_failEvenEmptyOnes"),
              in(IO + "DuplexTest", "peerClosed_writerOfTooMuch_isWokenAndFails"),
              in(IO + "DuplexTest", "emptyOperations_onFullAndEmptyPipes_areZeroAtOnce")),
          scenario(
              "a copy both ways, with half-closes, stalls, failures and resets",
              in(IO + "CopyTest", "copyBidirectional_oneSideHalfClosed_keepsTheOtherGoing"),
              in(IO + "CopyTest", "copyBidirectional_bothEnd_countsAndShutsBothDown"),
              in(IO + "CopyTest", "copyBidirectional_stalledWriter_doesNotStopTheOtherDirection"),
              in(IO + "CopyTest", "copyBidirectional_firstFailure_endsBoth"),
              in(NET + "TcpProxyTest", "halfClose_ofEachSide_isPassedOnAndTheOtherDirectionGoesOn"),
              in(NET + "TcpProxyTest", "reset_ofOneSide_endsTheCopyWithItsAddress")),
          scenario(
              "the driver ends while some wait for it, or before they do",
              in(REACTOR + "DriverClosingTest", "close_withWaitingTasks_wakesAllAndSaysWhy"),
              in(
                  REACTOR + "DriverClosingTest",
                  "closedDriver_isTurnedOrWaitedFor_saysThatTheRuntimeIsClosed"),
              in(
                  REACTOR + "DriverClosingTest",
                  "attach_whileTheDriverCloses_neverStrandsTheWaiter")),
          scenario(
              "several have waited for one socket",
              in(NET + "TcpStreamTest", "read_polledByAnotherTask_wakesThatOneOnly"),
              in(NET + "TcpStreamTest", "readerAndWriter_waitingAtOnce_areWokenEachForItsOwn")),
          scenario(
              "halves are closed, reunited with strangers, shut down twice and after a reset",
              in(NET + "TcpStreamTest", "writeHalf_closed_sendsTheEndAndReadingGoesOn"),
              in(NET + "TcpStreamTest", "reunite_ofStrangers_isRefused"),
              in(
                  NET + "TcpStreamTest",
                  "reset_failsReadAndWriteWithTheAddress_andTheRestIsHarmless"),
              in(IO + "SplitTest", "reunite_strangers_isRefusedAndLeavesThemAlone"),
              in(
                  NET + "TcpEndsTest",
                  "writeUnderWay_inEveryOrderOfEnds_endsAndTheDescriptorIsGivenBack")),
          scenario(
              "a socket that blocks is handed in",
              in(NET + "TcpEndsTest", "foreignSockets_whichMayBlock_canNotBeHandedIn")),
          scenario(
              "a decoder with data left at the end, several last frames, lines too long, lengths that"
                  + " overflow",
              in(
                  CODEC + "FramedReadTest",
                  "input_thatEndsInsideAFrame_failsOnceWithTheNumberOfBytes"),
              in(CODEC + "FramedReadTest", "frames_atTheEnd_mayBeSeveral"),
              in(CODEC + "FramedReadTest", "failure_ofDecoding_comesOnceThenTheEnd"),
              in(CODEC + "FramedReadTest", "input_thatGoesOnAfterItsEnd_isReadOn"),
              in(CODEC + "LinesCodecTest", "line_tooLong_failsOnceAndTheNextIsRead"),
              in(CODEC + "LengthDelimitedCodecTest", "payload_fieldOfSixtyFourBits_neverOverflows"),
              in(CODEC + "LengthDelimitedCodecTest", "payload_negativeAfterAdjustment_isAnError")),
          scenario(
              "writes to a file keep their order, and it outlives operations that were cancelled",
              in(FS + "AsyncFileTest", "write_afterAReadThatFetchedAhead_goesWhereTheReaderWas"),
              in(FS + "AsyncFileTest", "append_whereverOthersWrite_goesToTheEnd"),
              in(FS + "FilePoolTest", "operation_cancelledWhileItRuns_isPolledUntilItHasEnded")),
          scenario(
              "a cancelled open or read leaks a descriptor or gives its buffer away too early",
              in(FS + "FilePoolTest", "release_cancelledBeforeItsFirstPoll_happensAllTheSame"),
              in(FS + "FilesOnRuntimeTest", "read_thatIsCancelledOnAPipe_isThereForTheNextOne"),
              in(LINUX + "RingPollerTest", "buffer_givenBackTwice_isFoundOut"),
              in(
                  LINUX + "RingPollerTest",
                  "buffers_ofSocketsClosedWithUnreadBytes_areTheKernelsAgain")),
          scenario(
              "a program is waited for twice, from elsewhere, and killed alone",
              in(
                  "weft-core/src/test/java/dev/weft/process/ChildTest",
                  "wait_twiceByManyAndFromAnotherRuntime_givesTheSame"),
              in(
                  "weft-core/src/test/java/dev/weft/process/ChildTest",
                  "close_killsTheProgramAndLeavesNoZombie")),
          scenario(
              "signals in a row, to several runtimes, with listeners that leave",
              in(
                  "weft-core/src/test/java/dev/weft/signal/SignalsTest",
                  "signals_inARow_areAllSeen"),
              in(
                  "weft-core/src/test/java/dev/weft/signal/SignalsTest",
                  "signal_reachesListenersOfSeveralRuntimes"),
              in(
                  "weft-core/src/test/java/dev/weft/signal/SignalsTest",
                  "listener_thatLeaves_leavesTheOthersAndTheLastRestoresTheHandler")));

  @Test
  void everyScenario_ofTheLists_hasItsTests() throws Exception {
    Path root = Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
    List<String> missing = new ArrayList<>();
    for (List<Scenario> list : List.of(RINGS, SOCKETS, STREAMS)) {
      for (Scenario scenario : list) {
        assertThat(scenario.tests()).as(scenario.text()).isNotEmpty();
        for (Place place : scenario.tests()) {
          String source = Files.readString(root.resolve(place.file()));
          if (!source.contains(" " + place.method() + "(")) {
            missing.add(scenario.text() + ": " + place);
          }
        }
      }
    }
    assertThat(missing).isEmpty();
  }
}
