package dev.weft.verify.tck;

import java.util.Map;
import java.util.TreeMap;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.TestNG;

/** One run of a suite of the TCK, which is written for TestNG. */
final class TckRun implements ITestListener {

  private final Map<String, String> passed = new TreeMap<>();
  private final Map<String, String> skipped = new TreeMap<>();
  private final Map<String, String> failed = new TreeMap<>();

  private TckRun() {}

  static TckRun of(Class<?> suite) {
    var run = new TckRun();
    var runner = new TestNG(false);
    runner.setVerbose(0);
    runner.setTestClasses(new Class<?>[] {suite});
    runner.addListener(run);
    runner.run();
    return run;
  }

  /** Names of the tests that passed. */
  Map<String, String> passed() {
    return passed;
  }

  /** Names of the tests that don't apply, and what the TCK says why. */
  Map<String, String> skipped() {
    return skipped;
  }

  /** Names of the tests that failed, and how. */
  Map<String, String> failed() {
    return failed;
  }

  @Override
  public void onTestSuccess(ITestResult result) {
    passed.put(result.getName(), "");
  }

  @Override
  public void onTestSkipped(ITestResult result) {
    skipped.put(result.getName(), String.valueOf(result.getThrowable().getMessage()));
  }

  @Override
  public void onTestFailure(ITestResult result) {
    failed.put(result.getName(), String.valueOf(result.getThrowable()));
  }
}
